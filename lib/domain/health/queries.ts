import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { AlertKindName } from '#lib/contract/health/alerts.ts'
import type { CheckName, CheckStatus, GivenHealthMetrics } from '#lib/contract/health/calls.ts'
import { addSeconds, machineAheadMs, now } from '#lib/core/clock.ts'
import { compareClocks } from '#lib/core/database-clock.ts'
import { db } from '#lib/core/db.ts'
import { SentenceError } from '#lib/core/errors.ts'
import { type BeatingPart, countBeating, listClocks } from '#lib/core/heartbeat.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { type QueueName, queue, queueNames } from '#lib/core/queue.ts'
import { redis } from '#lib/core/redis.ts'
import { type Sentence, say, sayAll, storedSentence } from '#lib/core/sentence.ts'
import { headObject } from '#lib/core/storage.ts'
import { NEXT_TRY_WITHIN_SECONDS } from '#lib/domain/backups/jobs.ts'
import { lastProven } from '#lib/domain/backups/queries.ts'
import { formerMarks, keptStatement, knownPaybill, paybillAddresses } from '#lib/domain/mpesa/registered.ts'
import { isBelievedSource, OWN_SOURCE } from '#lib/domain/payments/callback-source.ts'
import { statementReadTo } from '#lib/domain/payments/statement-read.ts'
import { pendingStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { countUnresolved } from '#lib/domain/reconciliation/list-cases.ts'
import { newestDeadLetter } from './dead-letters.ts'
import {
  judgeBackup,
  judgeClocks,
  judgeHealth,
  judgePaybill,
  judgeStatement,
  judgeStoredCheck,
  spanOf,
} from './policy.ts'

type Finding = { status: CheckStatus; detail: Sentence | string; latencyMs?: number | null }

const TIMEOUT_MS = 2_000

/** Checks all parts. A part that does not answer within two seconds has failed. */
export async function readHealth(): Promise<GivenHealthMetrics> {
  const moment = now()
  const stored = await readStoredChecks()
  const lastOf = (name: string, maxAge: number) => async (): Promise<Finding> => {
    const check = stored.get(name)
    return { ...judgeStoredCheck(check, moment, maxAge), latencyMs: check?.tookMs ?? null }
  }
  const [checks, queues, payments] = await Promise.all([
    Promise.all([
      look(
        'postgres',
        asked(() => db().query('SELECT 1')),
      ),
      look(
        'redis',
        asked(() => redis().ping()),
      ),
      look(
        'object_store',
        asked(() => headObject({ bucket: 'private', key: 'health' })),
      ),
      look('worker', () => beating('worker')),
      look('realtime', () => beating('realtime')),
      look('clocks', lookAtClocks),
      look('mail', lastOf('mail', 180)),
      look('mpesa_token', lastOf('mpesa_token', 180)),
      look('mpesa_circuit', lastOf('mpesa_circuit', 180)),
      look('callbacks', () => lookAtCallbacks(moment)),
      look('callback_sources', () => lookAtSources(moment)),
      look('paybill', lookAtPaybill),
      look('statement', () => lookAtStatement(moment)),
      look('payouts', lookAtPayouts),
      look('outbox', () => lookAtOutbox(moment)),
      look('ledger_laws', lastOf('ledger_laws', 8 * 3_600)),
      look('audit_chain', lastOf('audit_chain', 3 * 3_600)),
      look('backup', () => lookAtBackups(moment)),
    ]),
    inTime(readQueues()).catch(() => []),
    readPayments(),
  ])
  return { status: judgeHealth(checks), checked_at: moment.toISOString(), checks, queues, payments }
}

async function look(
  name: CheckName,
  ask: () => Promise<Finding>,
): Promise<GivenHealthMetrics['checks'][number]> {
  const { status, detail, latencyMs } = await inTime(ask()).catch((error: Error) => ({
    status: 'failed' as const,
    detail: error instanceof SentenceError ? error.sentence : `${error.message}.`,
    latencyMs: null,
  }))
  return {
    name,
    status,
    detail,
    latency_ms: latencyMs === undefined || latencyMs === null ? null : Math.round(latencyMs),
  }
}

function asked(ask: () => Promise<unknown>): () => Promise<Finding> {
  return async () => {
    const startedAt = performance.now()
    await ask()
    return { status: 'ok', detail: say('health.answers'), latencyMs: performance.now() - startedAt }
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new SentenceError('health.no_answer')), TIMEOUT_MS)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Judges the clocks that processes have reported to Redis; without reports, this process's own. */
async function lookAtClocks(): Promise<Finding> {
  await compareClocks()
  const own = { process: `this process on ${hostname()}`, aheadMs: machineAheadMs() }
  const told = await listClocks().catch(() => [])
  return judgeClocks(told.length > 0 ? told : [own])
}

async function beating(part: BeatingPart): Promise<Finding> {
  const count = await countBeating(part)
  if (count === 0) return { status: 'failed', detail: say('health.no_process') }
  return {
    status: 'ok',
    detail: count === 1 ? say('health.one_process') : say('health.processes', { count }),
  }
}

async function readStoredChecks() {
  const found = await kysely(db()).selectFrom('systemCheck').selectAll().execute()
  return new Map(found.map((row) => [row.name, row]))
}

async function lookAtPayouts(): Promise<Finding> {
  const [alerts, refunds] = await Promise.all([
    kysely(db())
      .selectFrom('payoutAlert')
      .select((eb) => ['kind', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
      .where('resolvedAt', 'is', null)
      .groupBy('kind')
      .execute(),
    countRows(kysely(db()).selectFrom('refund').where('problem', '<>', '')),
  ])
  const kinds = alerts.map(({ kind }) => kind)
  if (kinds.includes('no_float') || kinds.includes('initiator_refused'))
    return { status: 'failed', detail: say('health.withdrawals_held_up') }
  if (kinds.includes('all_stuck')) return { status: 'failed', detail: say('health.withdrawals_stuck') }
  const open = alerts.reduce((sum, { count }) => sum + count, 0)
  const needs = [
    ...(open > 0 ? [say('health.withdrawals', { count: open })] : []),
    ...(refunds > 0 ? [say('health.refunds', { count: refunds })] : []),
  ]
  if (needs.length > 0) return { status: 'warning', detail: sayAll(needs) }
  return { status: 'ok', detail: say('health.nobody_needed') }
}

const CALLBACKS_SHOWN_DAYS = 7
const DAY_SECONDS = 86_400

/**
 * Unreadable callbacks may be about money: for a day after the newest one the check fails, and alerts.ts
 * mails.
 */
async function lookAtCallbacks(moment: Date): Promise<Finding> {
  const { count, why, newest } = await unreadableCallbacks(moment)
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      sql<string | null>`(array_agg(${eb.ref('outcome')} ORDER BY ${eb.ref('receivedAt')} DESC))[1]`.as(
        'why',
      ),
      eb.fn.max<Date | null>('receivedAt').as('newest'),
    ])
    .executeTakeFirstOrThrow()
  if (count === 0) return { status: 'ok', detail: say('callbacks.understood') }
  const isNew = newest !== null && newest > addSeconds(moment, -DAY_SECONDS)
  return {
    status: isNew ? 'failed' : 'warning',
    detail: say('callbacks.unreadable', { count, days: CALLBACKS_SHOWN_DAYS, why: why ?? '' }),
  }
}

function unreadableCallbacks(moment: Date) {
  // A literal, because a partial index has this pattern.
  return kysely(db())
    .selectFrom('callbackInbox')
    .where('outcome', 'like', sql.lit('unreadable:%'))
    .where('receivedAt', '>', addSeconds(moment, -CALLBACKS_SHOWN_DAYS * DAY_SECONDS))
}

export async function readNewest(): Promise<ReadonlyMap<AlertKindName, Date>> {
  const [{ newest: callback }, deadLetter] = await Promise.all([
    // The time of processing: a callback received before an earlier mail may have waited for a worker until
    // later.
    unreadableCallbacks(now())
      .select((eb) => eb.fn.max<Date | null>('processedAt').as('newest'))
      .executeTakeFirstOrThrow(),
    inTime(newestDeadLetter()).catch(() => null),
  ])
  const found = new Map<AlertKindName, Date>()
  if (callback) found.set('callbacks', callback)
  if (deadLetter) found.set('given_up', deadLetter)
  return found
}

/** How many of the newest callbacks are checked: a few show a wrong list, and a busy day has millions. */
const SOURCES_OF_NEWEST = 2_000
const ADDRESSES_TOLD = 3

/**
 * Callback paths are secret, so a call from an unlisted address means that the list is wrong or the path
 * leaked.
 */
async function lookAtSources(moment: Date): Promise<Finding> {
  const newest = kysely(db())
    .selectFrom('callbackInbox')
    .select(['sourceAddress', 'receivedAt'])
    .orderBy('id', 'desc')
    .limit(SOURCES_OF_NEWEST)
  const found = await kysely(db())
    .selectFrom(newest.as('n'))
    .select((eb) => ['n.sourceAddress as address', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .where('n.receivedAt', '>', addSeconds(moment, -DAY_SECONDS))
    .where('n.sourceAddress', '<>', OWN_SOURCE)
    .groupBy('n.sourceAddress')
    .orderBy((eb) => eb.fn.max('n.receivedAt'), 'desc')
    .execute()
  const strange = found.filter(({ address }) => !isBelievedSource(address))
  if (strange.length === 0) return { status: 'ok', detail: say('callbacks.believed') }
  const count = strange.reduce((sum, one) => sum + one.count, 0)
  const told = strange.slice(0, ADDRESSES_TOLD).map(({ address }) => address)
  return {
    status: 'warning',
    detail: say('callbacks.strange', { count, what: told.join(', ') }),
  }
}

async function lookAtPaybill(): Promise<Finding> {
  return judgePaybill(await knownPaybill(db()), paybillAddresses(), formerMarks())
}

async function lookAtStatement(moment: Date): Promise<Finding> {
  const [readTo, kept, paybill] = await Promise.all([
    statementReadTo(db()),
    keptStatement(db()),
    knownPaybill(db()),
  ])
  return judgeStatement({ readTo, isKept: kept !== null, since: paybill?.since ?? null }, moment)
}

/** After this time a row of the outbox should have been sent. */
const OUTBOX_OVERDUE_SECONDS = 60

async function lookAtOutbox(moment: Date): Promise<Finding> {
  const { count, oldest } = await kysely(db())
    .selectFrom('outbox')
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb.fn.min('createdAt').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  if (!oldest) return { status: 'ok', detail: say('outbox.empty') }
  const seconds = (moment.getTime() - oldest.getTime()) / 1000
  return {
    status: seconds > OUTBOX_OVERDUE_SECONDS ? 'warning' : 'ok',
    detail: say('outbox.waiting', { count, what: spanOf(seconds) }),
  }
}

/** A failed backup counts only when no retry can follow; until then the previous one counts. */
async function lookAtBackups(moment: Date): Promise<Finding> {
  const givenUpAfter = addSeconds(moment, -NEXT_TRY_WITHIN_SECONDS)
  const newest = await kysely(db())
    .selectFrom('backup')
    .select(['status', 'problem', 'failedAt'])
    .where('status', '<>', 'making')
    .where((eb) => eb.or([eb('status', '<>', 'failed'), eb('failedAt', '<=', givenUpAfter)]))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isBad = newest?.status === 'damaged' || newest?.status === 'failed'
  const mayComeAgain = (newest?.failedAt ?? givenUpAfter) > givenUpAfter
  if (newest?.status === 'verified' && newest.problem && !mayComeAgain)
    return { status: 'warning', detail: storedSentence(newest.problem) }
  return judgeBackup(await lastProven(), isBad, moment)
}

async function readPayments(): Promise<GivenHealthMetrics['payments']> {
  const [unresolved, pending, callback_p95_s] = await Promise.all([
    countUnresolved(),
    countPending(),
    readCallbackDelay(),
  ])
  return { pending, callback_p95_s, unresolved }
}

function countPending(): Promise<number> {
  const intents = kysely(db()).selectFrom('paymentIntent')
  return countRows(intents.where('state', 'in', statesLiteral(pendingStates)))
}

/** 95th percentile of the seconds from callback to settlement. */
async function readCallbackDelay(): Promise<number | null> {
  const newest = kysely(db())
    .selectFrom('callbackInbox')
    .select(['receivedAt', 'processedAt'])
    .orderBy('id', 'desc')
    .limit(2_000)
  const { p95 } = await kysely(db())
    .selectFrom(newest.as('n'))
    .select((eb) => {
      const seconds = sql`extract(epoch FROM ${eb.ref('n.processedAt')} - ${eb.ref('n.receivedAt')})`
      const percentile = sql`percentile_cont(0.95) WITHIN GROUP (ORDER BY ${seconds})`
      return sql<number | null>`round(${percentile}::numeric, 3)::float8`.as('p95')
    })
    .where('n.processedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return p95
}

/** @throws Error if Redis does not answer */
export function readQueues(): Promise<GivenHealthMetrics['queues']> {
  return Promise.all(queueNames.map(readQueue))
}

async function readQueue(name: QueueName): Promise<GivenHealthMetrics['queues'][number]> {
  const [counts, ...first] = await Promise.all([
    queue(name).getJobCounts('waiting', 'prioritized', 'active', 'failed'),
    queue(name).getJobs(['waiting'], 0, 0, true),
    queue(name).getJobs(['prioritized'], 0, 0, true),
  ])
  const since = Math.min(...first.flat().map(({ timestamp }) => timestamp))
  return {
    name,
    waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
    active: counts.active ?? 0,
    failed: counts.failed ?? 0,
    oldest_age_s: Number.isFinite(since) ? Math.max(0, Math.round((now().getTime() - since) / 1000)) : null,
  }
}
