import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue } from '#lib/core/queue.ts'
import { arrayLiteral } from '#lib/core/speed/array-literal.ts'
import { gatherWrites } from '#lib/core/speed/gather-writes.ts'
import { balanceKinds, payoutKinds, refundKinds, type resultKinds } from '#lib/domain/mpesa/callback-path.ts'
import { isBelievedSource } from './callback-source.ts'
import { settleBalancesJob, settleInboxJob, settlePayoutsJob, settleRefundsJob } from './jobs.ts'
import { type InboxKind, type PlainlyPaid, readPlainlyPaid } from './read-callback.ts'

/** A callback as it came. */
export type RawCallback = {
  readonly kind: InboxKind | (typeof resultKinds)[number]
  /** From the path's token, already proven; null for calls that belong to no payment. */
  readonly intentId: string | null
  readonly sourceAddress: string
  readonly body: string
}

const store = processSingleton('callback-store', () => gatherWrites(insertCallbacks))

/**
 * Stores a callback, raw, and wakes settlement. When this has answered, the callback can't be lost. Those that come
 * while another is being stored share one statement and one commit.
 */
export async function storeCallback(callback: RawCallback): Promise<void> {
  await store.get()(callback)
  const answered = answers.find(({ kinds }) => kinds.some((kind) => kind === callback.kind))
  if (answered) wake(answered.job)
  else wakeSettlement()
}

/** Stores callbacks in one statement, and wakes nobody. */
export async function insertCallbacks(callbacks: readonly RawCallback[]): Promise<void> {
  const plain = callbacks.map(plainlyPaid)
  await db().query({
    name: 'inbox-insert',
    text: `INSERT INTO callback_inbox (kind, intent_id, source_address, body,
        paid_receipt, paid_amount, paid_at, paid_phone, paid_checkout_request_id)
      SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::timestamptz[], $8::text[], $9::text[])`,
    values: [
      arrayLiteral(callbacks.map(({ kind }) => kind)),
      arrayLiteral(callbacks.map(({ intentId }) => intentId)),
      arrayLiteral(callbacks.map(({ sourceAddress }) => sourceAddress)),
      // Postgres text can't hold NUL; nothing that M-Pesa sends has one.
      arrayLiteral(callbacks.map(({ body }) => body.replaceAll('\0', ''))),
      arrayLiteral(plain.map((paid) => paid?.receipt ?? null)),
      arrayLiteral(plain.map((paid) => paid?.amount ?? null)),
      arrayLiteral(plain.map((paid) => paid?.paidAt ?? null)),
      arrayLiteral(plain.map((paid) => paid?.phone ?? null)),
      arrayLiteral(plain.map((paid) => paid?.checkoutRequestId ?? null)),
    ],
  })
}

/** Reads the callback before it is stored, so that settlement need not: in a burst settlement is what everybody waits for. */
function plainlyPaid({ kind, intentId, sourceAddress, body }: RawCallback): PlainlyPaid | null {
  return intentId && isBelievedSource(sourceAddress) ? readPlainlyPaid(kind, body, now()) : null
}

/** Answers to calls of ours, each kind with who settles it. */
const answers = [
  { kinds: payoutKinds, job: settlePayoutsJob },
  { kinds: refundKinds, job: settleRefundsJob },
  { kinds: balanceKinds, job: settleBalancesJob },
]

/**
 * At most so often settlement is woken, in ms: each wake-up costs web, Redis and the worker as much as some payments do,
 * and settlement that finds something looks again by itself.
 */
const WAKE_EVERY_MS = 25

const waking = processSingleton('settlement-wake', () => ({
  timer: undefined as NodeJS.Timeout | undefined,
  lastAt: Number.NEGATIVE_INFINITY,
}))

/** Wakes settlement, at once where it has not just been woken. A lost wake-up costs until the next sweep. */
export function wakeSettlement(): void {
  const state = waking.get()
  if (state.timer) return
  const wait = state.lastAt + WAKE_EVERY_MS - performance.now()
  if (wait <= 0) addWakeUp()
  else state.timer = setTimeout(addWakeUp, wait)
}

function addWakeUp(): void {
  const state = waking.get()
  state.timer = undefined
  state.lastAt = performance.now()
  queue(settleInboxJob.queue)
    .add(settleInboxJob.name, {}, { removeOnComplete: true, removeOnFail: true })
    .catch((error: Error) => log.warn({ err: error.message }, 'settlement waits for its sweep'))
}

/** Results are few: each of them wakes its settlement by itself. */
function wake(job: (typeof answers)[number]['job']): void {
  queue(job.queue)
    .add(job.name, {}, { removeOnComplete: true, removeOnFail: true })
    .catch((error: Error) => log.warn({ err: error.message, job: job.name }, 'a Result waits for its sweep'))
}
