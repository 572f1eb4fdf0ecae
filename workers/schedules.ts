import { realTime } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { type JobContract, type QueueName, queue, queueNames } from '#lib/core/queue.ts'
import { redis, redisKey } from '#lib/core/redis.ts'
import { isTracing } from '#lib/core/tracing.ts'
import { makeMonthReportsJob } from '#lib/domain/accounting/jobs.ts'
import { fillNameLooksJob, purgeEndedJob } from '#lib/domain/accounts/jobs.ts'
import { assignMissingTracksJob } from '#lib/domain/assignments/jobs.ts'
import { checkAuditJob, sealAuditJob } from '#lib/domain/audit/jobs.ts'
import { nightlyBackupJob, sweepBackupsJob } from '#lib/domain/backups/jobs.ts'
import { checkBooksJob } from '#lib/domain/books/jobs.ts'
import { askBalanceJob, noteCashDayJob } from '#lib/domain/cash/jobs.ts'
import { moveMonthsJob } from '#lib/domain/challenges/jobs.ts'
import { finishDueDecisionsJob } from '#lib/domain/decisions/jobs.ts'
import { followReversalsJob } from '#lib/domain/disputes/jobs.ts'
import { findSignalsJob } from '#lib/domain/fraud/jobs.ts'
import { probePartsJob, watchAlertsJob } from '#lib/domain/health/jobs.ts'
import { sweepDocumentsJob } from '#lib/domain/kyc/jobs.ts'
import { sumHoursJob } from '#lib/domain/ledger/jobs.ts'
import { deliverHeldJob, tellClosingJob, tellRanksJob, tellVotesJob } from '#lib/domain/notifications/jobs.ts'
import { pullStatementJob, registerAtMpesaJob, verifyPaymentsJob } from '#lib/domain/payments/jobs.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { workRefundsJob } from '#lib/domain/refunds/jobs.ts'
import { workSignalActionsJob } from '#lib/domain/rings/jobs.ts'
import { listGiftsJob } from '#lib/domain/tally/jobs.ts'
import { sweepTracksJob } from '#lib/domain/tracks/jobs.ts'
import { sweepUploadsJob } from '#lib/domain/uploads/jobs.ts'
import { catchUpMetadataJob } from '#lib/domain/videos/jobs.ts'
import { snapshotWalletsJob } from '#lib/domain/wallets/jobs.ts'

/** At 01:00 yesterday's statement is complete. */
const NIGHTLY = { pattern: '0 1 * * *', tz: 'Africa/Nairobi' }

/**
 * Hours in which notifications are sent. Each occasion is notified once, so a later run sends what an earlier
 * one missed.
 */
const BY_DAY = { pattern: '5 8-20 * * *', tz: 'Africa/Nairobi' }
/** For ranks, which may change a hundred times a day. */
const TWICE_A_DAY = { pattern: '0 12,19 * * *', tz: 'Africa/Nairobi' }

type Schedule = {
  id: string
  repeat: { every: number } | { pattern: string; tz: string }
  job: JobContract
  data: object
  /** A run missed while no worker ran takes place at the next start. */
  runsWhenMissed?: true
}

const schedules: readonly Schedule[] = [
  { id: 'verify-payments', repeat: { every: 5_000 }, job: verifyPaymentsJob, data: {} },
  {
    id: 'pull-statement',
    repeat: { every: 15 * 60_000 },
    job: pullStatementJob,
    data: { hours: 2 },
  },
  {
    id: 'pull-statement-nightly',
    repeat: NIGHTLY,
    job: pullStatementJob,
    // Yesterday needs 25 hours. M-Pesa has 48, but the oldest rows disappear while pages are read.
    data: { hours: 47 },
    // The next night's statement lacks a part of the missed day.
    runsWhenMissed: true,
  },
  { id: 'move-months', repeat: { every: 20_000 }, job: moveMonthsJob, data: {} },
  { id: 'work-payouts', repeat: { every: 15_000 }, job: workPayoutsJob, data: {} },
  { id: 'work-refunds', repeat: { every: 15_000 }, job: workRefundsJob, data: {} },
  { id: 'top-up-assignments', repeat: { every: 60_000 }, job: assignMissingTracksJob, data: {} },
  // Twice the interval of statements, so that one is read between two checks.
  { id: 'ask-balance', repeat: { every: 30 * 60_000 }, job: askBalanceJob, data: {} },
  // Repeated, because the last reading of a day counts.
  { id: 'note-cash-day', repeat: { every: 15 * 60_000 }, job: noteCashDayJob, data: {} },
  { id: 'catch-up-metadata', repeat: { every: 3_600_000 }, job: catchUpMetadataJob, data: {} },
  { id: 'sweep-uploads', repeat: { every: 10 * 60_000 }, job: sweepUploadsJob, data: {} },
  { id: 'sweep-documents', repeat: { every: 60_000 }, job: sweepDocumentsJob, data: {} },
  { id: 'sweep-tracks', repeat: { every: 5 * 60_000 }, job: sweepTracksJob, data: {} },
  { id: 'finish-due-decisions', repeat: { every: 10_000 }, job: finishDueDecisionsJob, data: {} },
  { id: 'list-gifts', repeat: { every: 60_000 }, job: listGiftsJob, data: { everything: false } },
  { id: 'list-gifts-nightly', repeat: NIGHTLY, job: listGiftsJob, data: { everything: true } },
  { id: 'make-month-reports', repeat: { every: 60_000 }, job: makeMonthReportsJob, data: {} },
  { id: 'probe-parts', repeat: { every: 30_000 }, job: probePartsJob, data: {} },
  { id: 'watch-alerts', repeat: { every: 60_000 }, job: watchAlertsJob, data: {} },
  { id: 'check-books', repeat: { every: 6 * 3_600_000 }, job: checkBooksJob, data: {} },
  {
    id: 'nightly-backup',
    repeat: { pattern: '0 2 * * *', tz: 'Africa/Nairobi' },
    job: nightlyBackupJob,
    data: {},
    runsWhenMissed: true,
  },
  { id: 'sweep-backups', repeat: { every: 10 * 60_000 }, job: sweepBackupsJob, data: {} },
  { id: 'seal-audit', repeat: { every: 5_000 }, job: sealAuditJob, data: {} },
  { id: 'check-audit', repeat: { every: 3_600_000 }, job: checkAuditJob, data: {} },
  { id: 'find-fraud-signals', repeat: { every: 5 * 60_000 }, job: findSignalsJob, data: { days: 1 } },
  { id: 'find-fraud-signals-nightly', repeat: NIGHTLY, job: findSignalsJob, data: { days: 3 } },
  { id: 'follow-reversals', repeat: { every: 60_000 }, job: followReversalsJob, data: {} },
  { id: 'work-signal-actions', repeat: { every: 15_000 }, job: workSignalActionsJob, data: {} },
  { id: 'fill-looks', repeat: { every: 3_600_000 }, job: fillNameLooksJob, data: {} },
  { id: 'purge-ended', repeat: NIGHTLY, job: purgeEndedJob, data: {} },
  { id: 'deliver-held', repeat: { every: 30_000 }, job: deliverHeldJob, data: {} },
  { id: 'tell-closing', repeat: BY_DAY, job: tellClosingJob, data: {} },
  { id: 'tell-votes', repeat: BY_DAY, job: tellVotesJob, data: {} },
  { id: 'tell-ranks', repeat: TWICE_A_DAY, job: tellRanksJob, data: {} },
  { id: 'sum-hours', repeat: { every: 3_600_000 }, job: sumHoursJob, data: {} },
  { id: 'snapshot-wallets', repeat: NIGHTLY, job: snapshotWalletsJob, data: {} },
]

/** Whether a schedule's next run makes up for a missed one; true for unknown schedules of other releases. */
export function isMadeGood(scheduleId: string): boolean {
  return !schedules.some(({ id, runsWhenMissed }) => id === scheduleId && runsWhenMissed)
}

/** Upserts this release's schedules, and removes those of releases that no longer run. */
export async function startSchedules(): Promise<void> {
  for (const schedule of schedules) await setUp(schedule)
  await keepSchedules()
  // BullMQ uses real time.
  const registration = { shortcode: env.MPESA_SHORTCODE, orderedAt: realTime().getTime() }
  await queue(registerAtMpesaJob.queue).add(
    registerAtMpesaJob.name,
    registration,
    triesOf(registerAtMpesaJob),
  )
}

const RETRY_MS = 5_000

/**
 * Retries `startSchedules` until Redis answers, without delaying settlement.
 * @returns a function that ends the retries
 */
export function startSchedulesWithRedis(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const attempt = () =>
    startSchedules().catch((error: Error) => {
      log.warn({ err: error.message }, 'schedules wait for Redis')
      if (!isOver) timer = setTimeout(attempt, RETRY_MS)
    })
  void attempt()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/**
 * Restores schedules that Redis lost; otherwise nothing would query M-Pesa. Removes schedules that no worker
 * has listed for a minute.
 */
export async function keepSchedules(): Promise<void> {
  const listed = await listSchedules()
  for (const name of queueNames) {
    const there = new Set((await queue(name).getJobSchedulers()).map(({ key }) => key))
    for (const schedule of schedules)
      if (schedule.job.queue === name && !there.has(schedule.id)) await setUp(schedule)
    for (const id of there) if (!listed.has(placeOf(name, id))) await remove(name, id)
  }
}

/** A listed schedule counts for six sweeps (sweep.ts). */
const LISTED_MS = 60_000

const placeOf = (name: QueueName, id: string) => `${name} ${id}`

/**
 * Lists this release's schedules in Redis for workers of other releases.
 * @returns schedules that some worker has listed within a minute
 */
async function listSchedules(): Promise<ReadonlySet<string>> {
  const key = redisKey('schedules')
  // BullMQ uses real time.
  const at = realTime().getTime()
  const own = schedules.flatMap(({ id, job }) => [String(at), placeOf(job.queue, id)])
  await redis().zadd(key, ...own)
  return new Set(await redis().zrangebyscore(key, at - LISTED_MS, '+inf'))
}

async function setUp(schedule: Schedule): Promise<void> {
  const { id, repeat, job, data } = schedule
  if (schedule.runsWhenMissed) await orderMissed(schedule)
  // Otherwise each run would continue the trace of the run before.
  const telemetry = isTracing ? { telemetry: { omitContext: true } } : {}
  const opts = { ...triesOf(job), ...telemetry }
  await queue(job.queue).upsertJobScheduler(id, repeat, { name: job.name, data, opts })
}

/** Enqueues an overdue run. An upsert of the schedule would drop this run until tomorrow. */
async function orderMissed({ id, job, data }: Schedule): Promise<void> {
  const due = (await queue(job.queue).getJobScheduler(id))?.next
  if (due === undefined || due > Date.now()) return
  // The job id makes it one run for all workers that start now.
  await queue(job.queue).add(job.name, data, { ...triesOf(job), jobId: `${id}-missed-${due}` })
}

async function remove(name: QueueName, id: string): Promise<void> {
  await queue(name).removeJobScheduler(id)
  log.info({ queue: name, schedule: id }, 'schedule of another release removed')
}

const triesOf = ({ attempts }: JobContract) => ({ attempts, backoff: { type: 'exponential', delay: 1_000 } })
