import type { Selectable } from 'kysely'
import { BATCH_INTERVAL_MS, inBatches } from '#lib/core/batch.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable, rows, type Statement, violatedConstraint } from '#lib/core/db.ts'
import { publish } from '#lib/core/event-feed.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue } from '#lib/core/queue.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { addSpan, inSpan, isTracing, type TraceParent } from '#lib/core/tracing.ts'
import {
  balanceKinds,
  type CallbackKind,
  payoutKinds,
  refundKinds,
  resultKinds,
} from '#lib/domain/mpesa/callback-path.ts'
import { callbacksStored } from './events.ts'
import { settleBalancesJob, settlePayoutsJob, settleRefundsJob } from './jobs.ts'
import type { InboxKind } from './read-callback.ts'
import type { PaymentPurpose } from './schema.ts'

export type RawCallback = {
  readonly kind: InboxKind | (typeof resultKinds)[number]
  /**
   * From the verified token in the path: the payment, or of a Result the row in daraja_request; else null.
   */
  readonly intentId: string | null
  readonly sourceAddress: string
  readonly body: string
}

/** A callback that cannot be read; `body` may be incomplete. */
export type UnreadCallback = Omit<RawCallback, 'kind'> & { readonly kind: CallbackKind }

/** Stores a callback that settlement skips and the health page counts. @param why it was not read */
export async function storeUnread(
  { kind, intentId, sourceAddress, body }: UnreadCallback,
  why: string,
): Promise<void> {
  await kysely(db())
    .insertInto('callbackInbox')
    .values({
      kind,
      intentId,
      sourceAddress,
      body: body.replaceAll('\0', ''),
      processedAt: now(),
      outcome: `unreadable: ${why}`,
    })
    .execute()
}

const store = processSingleton('callback-store', () =>
  // No interval: a statement stores its lines one after the other.
  inBatches(insertCallbacks, { name: 'store callbacks', intervalMs: 0 }),
)

/**
 * Stores a raw callback and wakes settlement. Once this has resolved, the callback cannot be lost. Concurrent
 * callbacks share one statement and commit.
 */
export async function storeCallback(callback: RawCallback): Promise<void> {
  const startedAt = performance.now()
  const parent = await store.get()(callback)
  addSpan('receive callback', { parent, attributes: { 'ngoma.callback.kind': callback.kind } }, startedAt)
  const answered = answers.find(({ kinds }) => kinds.some((kind) => kind === callback.kind))
  if (answered) wake(answered.job)
  else wakeSettlement()
}

const RETURNING_TRACE = ` RETURNING coalesce(
    (SELECT trace_context FROM payment_intent i WHERE i.id = callback_inbox.intent_id),
    (SELECT p.trace_context FROM daraja_request d JOIN payout p ON p.id = d.payout_id
      WHERE d.id = callback_inbox.intent_id)) AS trace`

/**
 * Stores callbacks without waking settlement.
 * @returns the trace of each one's payment or payout; empty without tracing
 */
export async function insertCallbacks(callbacks: readonly RawCallback[]): Promise<TraceParent[]> {
  const stored = await db().query({
    name: isTracing ? 'inbox-insert-traced' : 'inbox-insert',
    text: `INSERT INTO callback_inbox (kind, intent_id, source_address, body, received_at)
      SELECT c.*, $5::timestamptz FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) AS c${isTracing ? RETURNING_TRACE : ''}`,
    values: [
      callbacks.map(({ kind }) => kind),
      callbacks.map(({ intentId }) => intentId),
      callbacks.map(({ sourceAddress }) => sourceAddress),
      // PostgreSQL text cannot hold NUL, which M-Pesa never sends.
      callbacks.map(({ body }) => body.replaceAll('\0', '')),
      now().toISOString(),
    ],
  })
  return stored.rows.map(({ trace }) => trace)
}

const answers = [
  { kinds: payoutKinds, job: settlePayoutsJob },
  { kinds: refundKinds, job: settleRefundsJob },
  { kinds: balanceKinds, job: settleBalancesJob },
]

// Callbacks stored between two wake-ups are settled in one batch.
const waking = processSingleton('settlement-wake', () => new Throttle(BATCH_INTERVAL_MS, wakeNow))

/** The wake-up is throttled. A lost wake-up delays settlement until the next sweep. */
export function wakeSettlement(): void {
  waking.get().touch()
}

function wakeNow(): void {
  publish(callbacksStored, {}).catch((error: Error) =>
    log.warn({ err: error.message }, 'settlement waits for its sweep'),
  )
}

type ResultJob = (typeof answers)[number]['job']

/** Results are few, so each enqueues a job. */
function wake(job: ResultJob): void {
  queue(job.queue)
    .add(job.name, {}, { removeOnComplete: true, removeOnFail: true })
    .catch((error: Error) => log.warn({ err: error.message, job: job.name }, 'a Result waits for its sweep'))
}

/** A Result of our request; `attemptId` is its row in daraja_request. */
export type ResultRow<K extends string = string> = Pick<
  Selectable<DB['callbackInbox']>,
  'id' | 'sourceAddress' | 'body' | 'receivedAt'
> & { readonly kind: K; readonly attemptId: string | null; readonly trace: TraceParent }

/**
 * Settles pending Results, each in one transaction with everything that `settle` writes.
 * @param settle returns the row's outcome, in words
 * @returns how many were settled
 */
export async function settleResults<K extends string>(
  kinds: readonly K[],
  settle: (tx: Tx, row: ResultRow<K>) => Promise<string>,
): Promise<number> {
  for (let settled = 0; ; settled++) if (!(await settleNext(kinds, settle))) return settled
}

/** Stored characters of an outcome. */
const MOST_OUTCOME = 200

async function settleNext<K extends string>(
  kinds: readonly K[],
  settle: (tx: Tx, row: ResultRow<K>) => Promise<string>,
): Promise<boolean> {
  let taken: ResultRow<K> | undefined
  try {
    return await transaction(async (tx) => {
      taken = await claimNext(tx, kinds)
      if (!taken) return false
      const row = taken
      const outcome = await inSpan('settle Result', { parent: row.trace }, () => settle(tx, row))
      await tx.kysely
        .updateTable('callbackInbox')
        .set({ processedAt: now(), outcome: outcome.slice(0, MOST_OUTCOME) })
        .where('id', '=', taken.id)
        .execute()
      return true
    })
  } catch (error) {
    // For example, its receipt already proves another payment. It must not block the other Results.
    if (!taken || violatedConstraint(error) === undefined) throw error
    log.error({ err: error, inboxId: String(taken.id) }, 'a Result could not be settled and is set aside')
    await setAside(db(), taken.id, String(error))
    return true
  }
}

async function claimNext<K extends string>(tx: Tx, kinds: readonly K[]): Promise<ResultRow<K> | undefined> {
  const row = await tx.kysely
    .selectFrom('callbackInbox')
    .select(['id', 'kind', 'intentId as attemptId', 'sourceAddress', 'body', 'receivedAt'])
    .select((eb) =>
      eb
        .selectFrom('darajaRequest as d')
        .innerJoin('payout as p', 'p.id', 'd.payoutId')
        .select('p.traceContext')
        .whereRef('d.id', '=', 'callbackInbox.intentId')
        .as('trace'),
    )
    .where('processedAt', 'is', null)
    .where('outcome', 'is', null)
    .where('kind', '=', anyOf(kinds))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const kind = kinds.find((one) => one === row?.kind)
  return row && kind ? { ...row, kind } : undefined
}

// Settlement takes callbacks in batches, by hand-written SQL.

export type InboxRow = {
  readonly id: bigint
  readonly kind: string
  readonly intent_id: string | null
  readonly source_address: string
  readonly body: string
  readonly received_at: Date
  readonly purpose: PaymentPurpose | null
  readonly trace_context: string | null
}

const ofPayments = `kind NOT IN (${resultKinds.map((kind) => `'${kind}'`).join(', ')})`

/**
 * Claims callbacks, oldest first. Skips rows that another settlement has locked, rows that were set aside,
 * and Results of our own requests, which their domains settle.
 */
export async function claimInbox(on: Queryable, limit: number): Promise<InboxRow[]> {
  const claimed = await rows<InboxRow>(on, {
    name: `settle-claim-${limit}`,
    // Kinds and limit are in the text, so that the planner knows their selectivity. OFFSET 0 forces a lookup
    // of each claimed row's payment by id; otherwise all payments are read.
    text: `SELECT c.*, i.purpose, i.trace_context FROM (
        SELECT id, kind, intent_id, source_address, body, received_at FROM callback_inbox
        WHERE processed_at IS NULL AND outcome IS NULL AND ${ofPayments}
        ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED) c
      LEFT JOIN LATERAL (SELECT purpose, trace_context FROM payment_intent WHERE payment_intent.id = c.intent_id OFFSET 0) i ON true`,
  })
  return claimed.toSorted((a, b) => Number(a.id - b.id))
}

/** Sets a callback aside until `takeUpAgain`. */
export async function setAside(on: Queryable, id: bigint, why: string): Promise<void> {
  await kysely(on)
    .updateTable('callbackInbox')
    .set({ outcome: `set aside: ${why.slice(0, 500)}` })
    .where('id', '=', id)
    .where('processedAt', 'is', null)
    .execute()
}

/** Lets settlement retry callbacks that were set aside. */
export async function takeUpAgain(on: Queryable): Promise<void> {
  await kysely(on)
    .updateTable('callbackInbox')
    .set({ outcome: null })
    .where('processedAt', 'is', null)
    .where('outcome', 'is not', null)
    .execute()
}

/**
 * Sets callbacks aside until `takeUpAgain`, or until their prompts' acknowledgements are stored (submit.ts).
 */
export function inboxLeftWaiting(ids: readonly bigint[]): Statement[] {
  if (ids.length === 0) return []
  return [
    {
      name: 'settle-wait',
      text: `UPDATE callback_inbox SET outcome = 'set aside: waits for its acknowledgement' WHERE id = ANY($1::bigint[])`,
      values: [ids],
    },
  ]
}

export function inboxFinished(ids: readonly bigint[], outcomes: readonly string[], at: Date): Statement[] {
  const idsOf = Map.groupBy(ids, (_, place) => outcomes[place] ?? '')
  return [...idsOf].map(([outcome, its]) => ({
    name: 'settle-finish',
    text: 'UPDATE callback_inbox SET processed_at = $2, outcome = $3 WHERE id = ANY($1::bigint[])',
    values: [its, at.toISOString(), outcome],
  }))
}
