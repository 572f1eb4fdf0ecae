import type { z } from 'zod'
import { runUnlessRunning } from '#lib/core/advisory-lock.ts'
import { now, realTime } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { purgeAnswers } from '#lib/core/idempotency.ts'
import { log } from '#lib/core/log.ts'
import { type JobContract, NotYetError } from '#lib/core/queue.ts'
import { withLongStatementTimeout } from '#lib/core/statement-timeout.ts'
import { mailMonthReportJob, makeMonthReportsJob } from '#lib/domain/accounting/jobs.ts'
import { mailMonthReport } from '#lib/domain/accounting/mail-report.ts'
import { makeDueReports } from '#lib/domain/accounting/make-report.ts'
import { purgeSessions } from '#lib/domain/accounts/commands.ts'
import {
  fillNameLooksJob,
  mailLinkJob,
  mailRegistrationJob,
  mailStatusJob,
  purgeEndedJob,
} from '#lib/domain/accounts/jobs.ts'
import { mailLink } from '#lib/domain/accounts/mail-link.ts'
import { mailRegistration, mailStatus } from '#lib/domain/accounts/mail-registration.ts'
import { purgeLinks } from '#lib/domain/accounts/mailed-links.ts'
import { fillLooks } from '#lib/domain/accounts/name-look.ts'
import { purgeRegistrations } from '#lib/domain/accounts/registrations.ts'
import { assignMissingTracks, assignTracks } from '#lib/domain/assignments/commands.ts'
import { assignMissingTracksJob, assignTracksJob } from '#lib/domain/assignments/jobs.ts'
import { sealAudit } from '#lib/domain/audit/chain.ts'
import { checkAuditJob, sealAuditJob } from '#lib/domain/audit/jobs.ts'
import { orderNightlyBackup } from '#lib/domain/backups/commands.ts'
import {
  makeBackupJob,
  nightlyBackupJob,
  sweepBackupsJob,
  verifyBackupJob,
} from '#lib/domain/backups/jobs.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { sweepBackups } from '#lib/domain/backups/sweep.ts'
import { verifyBackup } from '#lib/domain/backups/verify.ts'
import { checkAuditChain, checkBooks } from '#lib/domain/books/check.ts'
import { checkBooksJob } from '#lib/domain/books/jobs.ts'
import { askBalanceJob, noteCashDayJob } from '#lib/domain/cash/jobs.ts'
import { noteCashDay } from '#lib/domain/cash/position.ts'
import { moveMonthsJob } from '#lib/domain/challenges/jobs.ts'
import { moveMonths } from '#lib/domain/challenges/move-months.ts'
import { finishDecision, finishDueDecisions } from '#lib/domain/decisions/commands.ts'
import { finishDecisionJob, finishDueDecisionsJob } from '#lib/domain/decisions/jobs.ts'
import { purgeDisputes } from '#lib/domain/disputes/commands.ts'
import { followReversals } from '#lib/domain/disputes/follow-reversals.ts'
import { followReversalsJob, mailDisputeJob } from '#lib/domain/disputes/jobs.ts'
import { mailDispute } from '#lib/domain/disputes/mail-dispute.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { findSignalsJob } from '#lib/domain/fraud/jobs.ts'
import { tellVotes } from '#lib/domain/gifts/tell-votes.ts'
import { watchAlerts } from '#lib/domain/health/alerts.ts'
import { probePartsJob, watchAlertsJob } from '#lib/domain/health/jobs.ts'
import { probeParts } from '#lib/domain/health/probe.ts'
import { checkDocument, sweepDocuments } from '#lib/domain/kyc/check-documents.ts'
import { checkDocumentJob, sweepDocumentsJob } from '#lib/domain/kyc/jobs.ts'
import { tellRanks } from '#lib/domain/leaderboard/tell-ranks.ts'
import { sumHours } from '#lib/domain/ledger/hour-sums.ts'
import { sumHoursJob } from '#lib/domain/ledger/jobs.ts'
import { deliverQueued } from '#lib/domain/mail/deliver.ts'
import { sendMailJob } from '#lib/domain/mail/jobs.ts'
import { registerAtMpesa } from '#lib/domain/mpesa/register.ts'
import { deliverDue, pushTest } from '#lib/domain/notifications/deliver.ts'
import {
  askFollowerJob,
  deliverHeldJob,
  deliverNotificationsJob,
  tellClosingJob,
  tellRanksJob,
  tellVotesJob,
  testPushJob,
} from '#lib/domain/notifications/jobs.ts'
import { purgeNotifications } from '#lib/domain/notifications/purge.ts'
import { askFollower } from '#lib/domain/notifications/tell-followers.ts'
import {
  pullStatementJob,
  registerAtMpesaJob,
  settleBalancesJob,
  settlePayoutsJob,
  settleRefundsJob,
  verifyPaymentsJob,
} from '#lib/domain/payments/jobs.ts'
import { purgeMessages } from '#lib/domain/payments/purge-messages.ts'
import { reconcileStatement, reconcileUnread } from '#lib/domain/payments/statement.ts'
import { verifyDuePayments } from '#lib/domain/payments/verify.ts'
import { approveDuePayouts } from '#lib/domain/payouts/approve.ts'
import { mailWithdrawalJob, workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { mailWithdrawal } from '#lib/domain/payouts/mail-withdrawal.ts'
import { settlePayouts } from '#lib/domain/payouts/settle.ts'
import { submitApprovedPayouts } from '#lib/domain/payouts/submit.ts'
import { askAboutDuePayouts } from '#lib/domain/payouts/verify.ts'
import { noteErasure } from '#lib/domain/profiles/erasure-notes.ts'
import { mailDeletionJob, noteErasureJob } from '#lib/domain/profiles/jobs.ts'
import { mailDeletion } from '#lib/domain/profiles/mail-deletion.ts'
import { askBalance } from '#lib/domain/reconciliation/ask-balance.ts'
import { settleBalances } from '#lib/domain/reconciliation/settle-balances.ts'
import { workRefundsJob } from '#lib/domain/refunds/jobs.ts'
import { settleListedRefunds } from '#lib/domain/refunds/proven-by-statement.ts'
import { settleRefunds } from '#lib/domain/refunds/settle.ts'
import { submitRefunds } from '#lib/domain/refunds/submit.ts'
import { askAboutDueRefunds } from '#lib/domain/refunds/verify.ts'
import { workSignalActionsJob } from '#lib/domain/rings/jobs.ts'
import { workSignalActions } from '#lib/domain/rings/work.ts'
import { closeDueMonths } from '#lib/domain/royalties/close-due-months.ts'
import { tellClosing } from '#lib/domain/subscriptions/tell-closing.ts'
import { listGifts } from '#lib/domain/tally/commands.ts'
import { listGiftsJob } from '#lib/domain/tally/jobs.ts'
import { readTrackJob, sweepTracksJob } from '#lib/domain/tracks/jobs.ts'
import { readTrack, sweepTracks } from '#lib/domain/tracks/read-track.ts'
import { purgeTraffic } from '#lib/domain/traffic/commands.ts'
import { deleteFilesJob, sweepUploadsJob } from '#lib/domain/uploads/jobs.ts'
import { deleteFiles, sweepUploads } from '#lib/domain/uploads/sweep.ts'
import { purgeViews } from '#lib/domain/videos/commands.ts'
import { drawStills } from '#lib/domain/videos/draw-stills.ts'
import {
  catchUpMetadataJob,
  deleteStillsJob,
  drawStillsJob,
  fetchMetadataJob,
} from '#lib/domain/videos/jobs.ts'
import { catchUpMetadata, fetchMetadataLater } from '#lib/domain/videos/metadata.ts'
import { deleteStillsOf } from '#lib/domain/videos/stills.ts'
import { snapshotWalletsJob } from '#lib/domain/wallets/jobs.ts'
import { snapshotWallets } from '#lib/domain/wallets/snapshots.ts'

export type Coming = {
  /** Whether a schedule enqueued the job; it then also enqueues the next one (schedules.ts). */
  readonly isByClock: boolean
  /** Aborted when the worker ends: long jobs then start nothing more. */
  readonly ending: AbortSignal
}

export type Registered = {
  readonly job: JobContract
  /** @returns false if another turn of the job runs, so nothing was done */
  run(data: unknown, coming: Coming): Promise<unknown>
}

function handle<S extends z.ZodType>(
  job: JobContract<S>,
  run: (data: z.output<S>, coming: Coming) => Promise<unknown>,
): Registered {
  return { job, run: (data, coming) => run(job.schema.parse(data), coming) }
}

/** For jobs over all rows, whose result nobody awaits. */
function handleWithLongTimeout<S extends z.ZodType>(
  job: JobContract<S>,
  run: (data: z.output<S>) => Promise<unknown>,
): Registered {
  return handle(job, (data) => withLongStatementTimeout(() => run(data)))
}

/** Retry interval while another turn runs. */
const RETRY_MS = 2_000

/**
 * Runs one turn of a job at a time in all workers. An enqueued job waits for its own turn, because its order
 * may be newer than the running turn's last look; a scheduled job ends at once. A turn ends early with its
 * worker: a kill would leave payments in doubt.
 */
function handleInTurn(job: JobContract, run: (ending: AbortSignal) => Promise<unknown>): Registered {
  return {
    job,
    run: async (_, { isByClock, ending }) => {
      if (await runUnlessRunning(job.name, () => run(ending))) return
      if (isByClock) return false
      throw new NotYetError(`another turn of ${job.name} runs`, RETRY_MS)
    },
  }
}

/** Every job. Each handler may run twice, late, and out of order. */
export const registry: readonly Registered[] = [
  handle(verifyPaymentsJob, (_, { ending }) => verifyDuePayments(ending)),
  handle(pullStatementJob, ({ hours }) => reconcileStatement(hours)),
  handle(registerAtMpesaJob, registerFor),
  handle(moveMonthsJob, runMonths),
  handle(settlePayoutsJob, settlePayouts),
  handleInTurn(workPayoutsJob, workPayouts),
  handle(settleRefundsJob, settleRefunds),
  handleInTurn(workRefundsJob, workRefunds),
  handle(askBalanceJob, askBalance),
  handle(settleBalancesJob, settleBalances),
  handle(mailWithdrawalJob, mailWithdrawal),
  handle(makeMonthReportsJob, () => makeDueReports()),
  handle(mailMonthReportJob, mailMonthReport),
  handle(sendMailJob, deliverQueued),
  handle(deliverNotificationsJob, ({ userIds }, { ending }) => deliverDue(userIds, ending)),
  handle(deliverHeldJob, (_, { ending }) => deliverDue(undefined, ending)),
  handle(askFollowerJob, askFollower),
  handle(testPushJob, pushTest),
  handle(tellClosingJob, tellClosing),
  handle(tellVotesJob, tellVotes),
  handle(tellRanksJob, tellRanks),
  handle(mailLinkJob, mailLink),
  handle(mailRegistrationJob, mailRegistration),
  handle(mailStatusJob, mailStatus),
  handle(mailDeletionJob, mailDeletion),
  handle(mailDisputeJob, mailDispute),
  handle(followReversalsJob, followReversals),
  handle(fillNameLooksJob, () => fillLooks(db())),
  handle(fetchMetadataJob, fetchMetadataLater),
  handle(catchUpMetadataJob, () => catchUpMetadata()),
  handle(drawStillsJob, ({ videoId }) => drawStills(videoId)),
  handle(deleteStillsJob, ({ videoIds }) => deleteStillsOf(videoIds)),
  handle(assignTracksJob, ({ challengeId, dancerId }) => assignTracks(challengeId, dancerId)),
  handle(assignMissingTracksJob, assignMissingTracks),
  handle(deleteFilesJob, ({ files }) => deleteFiles(files)),
  handle(noteErasureJob, ({ userId }) => noteErasure(userId)),
  handle(checkDocumentJob, ({ documentId }) => checkDocument(documentId)),
  handle(sweepDocumentsJob, () => sweepDocuments()),
  handle(sweepUploadsJob, () => sweepUploads(now())),
  handleWithLongTimeout(purgeEndedJob, () =>
    Promise.all([
      purgeSessions(now()),
      purgeLinks(now()),
      purgeRegistrations(now()),
      purgeAnswers(now()),
      purgeTraffic(now()),
      purgeMessages(now()),
      purgeViews(now()),
      purgeNotifications(now()),
      purgeDisputes(now()),
    ]),
  ),
  handleWithLongTimeout(snapshotWalletsJob, () => snapshotWallets()),
  handleWithLongTimeout(noteCashDayJob, () => noteCashDay()),
  handleWithLongTimeout(sumHoursJob, () => sumHours()),
  handle(sealAuditJob, sealAudit),
  handleWithLongTimeout(checkAuditJob, checkAuditChain),
  handleWithLongTimeout(listGiftsJob, listGifts),
  handleWithLongTimeout(findSignalsJob, findSignals),
  handleInTurn(workSignalActionsJob, workSignalActions),
  handle(readTrackJob, ({ trackId }) => readTrack(trackId)),
  handle(sweepTracksJob, () => sweepTracks()),
  handle(finishDecisionJob, ({ decisionId }) => finishDecision(decisionId)),
  handle(finishDueDecisionsJob, () => finishDueDecisions(now())),
  handle(probePartsJob, probeParts),
  handle(watchAlertsJob, watchAlerts),
  handle(checkBooksJob, checkBooks),
  handle(nightlyBackupJob, orderNightlyBackup),
  handle(makeBackupJob, ({ backupId }) => makeBackup(backupId)),
  handle(verifyBackupJob, ({ backupId }) => verifyBackup(backupId)),
  handle(sweepBackupsJob, sweepBackups),
]

/** For another shortcode's registration: retry interval and limit, in ms. */
const ANOTHERS = { again: 1_000, limit: 3_600_000 }

/**
 * Registers this worker's shortcode. During a rollout, another shortcode is left to its own workers for an
 * hour.
 */
async function registerFor(order: { shortcode: string; orderedAt: number }): Promise<void> {
  if (order.shortcode === env.MPESA_SHORTCODE) return registerAndRead()
  // BullMQ uses real time.
  if (realTime().getTime() - order.orderedAt < ANOTHERS.limit)
    throw new NotYetError('it is for workers of another shortcode', ANOTHERS.again)
  log.warn({ shortcode: order.shortcode }, 'no worker has registered this shortcode')
}

/**
 * Registers, and reads the statement as soon as M-Pesa has one for us, because a month's close waits for it.
 * Skips a statement that was already read: workers start under load, and each line would be stored again.
 */
async function registerAndRead(): Promise<void> {
  await registerAtMpesa()
  await reconcileUnread().catch((error: Error) =>
    log.warn({ err: error.message }, 'the statement is read in a quarter of an hour'),
  )
}

async function runMonths(): Promise<void> {
  await moveMonths(now())
  await closeDueMonths(now())
}

async function workPayouts(ending: AbortSignal): Promise<void> {
  await approveDuePayouts()
  await submitApprovedPayouts(ending)
  await askAboutDuePayouts(ending)
}

async function workRefunds(ending: AbortSignal): Promise<void> {
  await settleListedRefunds()
  await submitRefunds(ending)
  await askAboutDueRefunds(ending)
}
