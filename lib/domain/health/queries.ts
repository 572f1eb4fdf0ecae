import type { CheckName, CheckStatus, HealthCheck, HealthMetrics } from '#lib/contract/health/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { type BeatingPart, countBeating } from '#lib/core/heartbeat.ts'
import { redis } from '#lib/core/redis.ts'
import { headObject } from '#lib/core/storage.ts'
import { lastProven } from '#lib/domain/backups/queries.ts'
import { countUnresolved } from '#lib/domain/reconciliation/list-cases.ts'
import { judgeBackup, judgeHealth, judgeKept, type KeptCheck, spanOf } from './policy.ts'
import { readQueues } from './queues.ts'

type Finding = { status: CheckStatus; detail: string; latencyMs?: number | null }

const PATIENCE_MS = 2_000

/** Every part and how it does. What does not answer within two seconds has failed; nothing here waits for longer. */
export async function readHealth(): Promise<HealthMetrics> {
  const moment = now()
  const kept = await readKept()
  const past = (name: string, patience: number) => async (): Promise<Finding> => {
    const check = kept.get(name)
    return { ...judgeKept(check, moment, patience), latencyMs: check?.tookMs ?? null }
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
      look('mail', past('mail', 180)),
      look('mpesa_token', past('mpesa_token', 180)),
      look('mpesa_circuit', past('mpesa_circuit', 180)),
      look('callbacks', () => lookAtCallbacks(moment)),
      look('payouts', lookAtPayouts),
      look('outbox', () => lookAtOutbox(moment)),
      look('ledger_laws', past('ledger_laws', 8 * 3_600)),
      look('audit_chain', past('audit_chain', 3 * 3_600)),
      look('backup', () => lookAtBackups(moment)),
    ]),
    inTime(readQueues()).catch(() => []),
    readPayments(),
  ])
  return { status: judgeHealth(checks), checked_at: moment.toISOString(), checks, queues, payments }
}

async function look(name: CheckName, ask: () => Promise<Finding>): Promise<HealthCheck> {
  const { status, detail, latencyMs } = await inTime(ask()).catch((error: Error) => ({
    status: 'failed' as const,
    detail: `${error.message}.`,
    latencyMs: null,
  }))
  return {
    name,
    status,
    detail,
    latency_ms: latencyMs === undefined || latencyMs === null ? null : Math.round(latencyMs),
  }
}

/** Something that is good when it answers. */
function asked(ask: () => Promise<unknown>): () => Promise<Finding> {
  return async () => {
    const startedAt = performance.now()
    await ask()
    return { status: 'ok', detail: 'Answers.', latencyMs: performance.now() - startedAt }
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(new Error('No answer within two seconds')), PATIENCE_MS)
  try {
    return await Promise.race([work, patience.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function beating(part: BeatingPart): Promise<Finding> {
  const count = await countBeating(part)
  if (count === 0) return { status: 'failed', detail: 'No process of it has been heard for 20 seconds.' }
  return { status: 'ok', detail: count === 1 ? 'One process lives.' : `${count} processes live.` }
}

async function readKept(): Promise<Map<string, KeptCheck>> {
  const found = await rows<KeptCheck & { name: string }>(
    db(),
    `SELECT name, checked_at AS "checkedAt", is_good AS "isGood", took_ms AS "tookMs", findings FROM system_check`,
  )
  return new Map(found.map((row) => [row.name, row]))
}

async function lookAtPayouts(): Promise<Finding> {
  const found = await firstRow<{ open: number; paused: boolean; stuck: boolean; refunds: number }>(
    db(),
    `SELECT count(*)::int AS open, coalesce(bool_or(kind IN ('no_float', 'initiator_refused')), false) AS paused,
        coalesce(bool_or(kind = 'all_stuck'), false) AS stuck,
        (SELECT count(*)::int FROM refund WHERE problem <> '') AS refunds
      FROM payout_alert WHERE resolved_at IS NULL`,
  )
  if (found?.paused)
    return { status: 'failed', detail: 'The queue of withdrawals is held up until people act.' }
  if (found?.stuck) return { status: 'failed', detail: 'M-Pesa has been taking on no withdrawal.' }
  const needs = [
    ...(found?.open ? [`${found.open} withdrawals need people.`] : []),
    ...(found?.refunds ? [`${found.refunds} refunds need people.`] : []),
  ]
  if (needs.length > 0) return { status: 'warning', detail: needs.join(' ') }
  return { status: 'ok', detail: 'Nothing waits for people.' }
}

const CALLBACKS_SHOWN_DAYS = 7

/** What M-Pesa told and nobody could understand: it may be about money. */
async function lookAtCallbacks(moment: Date): Promise<Finding> {
  const found = await firstRow<{ count: number; why: string | null }>(
    db(),
    `SELECT count(*)::int AS count, (array_agg(outcome ORDER BY received_at DESC))[1] AS why
      FROM callback_inbox WHERE outcome LIKE 'unreadable:%' AND received_at > $1`,
    [addSeconds(moment, -CALLBACKS_SHOWN_DAYS * 86_400)],
  )
  if (!found?.count) return { status: 'ok', detail: 'All of them were understood.' }
  return {
    status: 'warning',
    detail: `${found.count} in ${CALLBACKS_SHOWN_DAYS} days not understood. ${found.why}.`,
  }
}

/** What was decided and not sent yet. */
const OUTBOX_PATIENCE_SECONDS = 60

async function lookAtOutbox(moment: Date): Promise<Finding> {
  const found = await firstRow<{ count: number; oldest: Date | null }>(
    db(),
    'SELECT count(*)::int AS count, min(created_at) AS oldest FROM outbox',
  )
  if (!found?.oldest) return { status: 'ok', detail: 'Empty.' }
  const seconds = (moment.getTime() - found.oldest.getTime()) / 1000
  return {
    status: seconds > OUTBOX_PATIENCE_SECONDS ? 'warning' : 'ok',
    detail: `${found.count} waiting, the oldest for ${spanOf(seconds)}.`,
  }
}

async function lookAtBackups(moment: Date): Promise<Finding> {
  const newest = await firstRow<{ bad: boolean }>(
    db(),
    `SELECT status IN ('damaged', 'failed') AS bad FROM backup WHERE status <> 'making' ORDER BY created_at DESC LIMIT 1`,
  )
  return judgeBackup(await lastProven(), newest?.bad ?? false, moment)
}

async function readPayments(): Promise<HealthMetrics['payments']> {
  const [unresolved, found] = await Promise.all([countUnresolved(), readFlow()])
  return { pending: 0, callback_p95_s: null, ...found, unresolved }
}

function readFlow(): Promise<Omit<HealthMetrics['payments'], 'unresolved'> | undefined> {
  return firstRow(
    db(),
    `SELECT
      (SELECT count(*)::int FROM payment_intent
        WHERE state IN ('created', 'submitting', 'awaiting', 'submit_unknown', 'verifying')) AS pending,
      (SELECT round(percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM processed_at - received_at))::numeric, 3)::float8
        FROM (SELECT received_at, processed_at FROM callback_inbox ORDER BY id DESC LIMIT 2000) AS newest
        WHERE processed_at IS NOT NULL) AS callback_p95_s`,
  )
}
