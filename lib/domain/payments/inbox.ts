import { inBatches } from '#lib/core/batch.ts'
import { isUnheard, ring } from '#lib/core/bell.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { Pace } from '#lib/core/pace.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue } from '#lib/core/queue.ts'
import { arrayLiteral } from '#lib/core/speed/array-literal.ts'
import {
  balanceKinds,
  type CallbackKind,
  payoutKinds,
  refundKinds,
  type resultKinds,
} from '#lib/domain/mpesa/callback-path.ts'
import { settleBalancesJob, settleInboxJob, settlePayoutsJob, settleRefundsJob } from './jobs.ts'
import type { InboxKind } from './read-callback.ts'

/** A callback as it came. */
export type RawCallback = {
  readonly kind: InboxKind | (typeof resultKinds)[number]
  /** From the path's token, already proven; null for calls that belong to no payment. */
  readonly intentId: string | null
  readonly sourceAddress: string
  readonly body: string
}

/** A callback that nobody can read; `body` is what there is of it. */
export type UnreadCallback = Omit<RawCallback, 'kind'> & { readonly kind: CallbackKind }

/**
 * Stores a callback that settlement need not look at, among those that were not understood (the health page and its alert).
 * @param why it was not read
 */
export async function storeUnread(
  { kind, intentId, sourceAddress, body }: UnreadCallback,
  why: string,
): Promise<void> {
  await kysely(db())
    .insertInto('callback_inbox')
    .values({
      kind,
      intent_id: intentId,
      source_address: sourceAddress,
      body: body.replaceAll('\0', ''),
      processed_at: now(),
      outcome: `unreadable: ${why}`,
    })
    .execute()
}

const store = processSingleton('callback-store', () => inBatches(insertCallbacks))

/**
 * Stores a callback, raw, and wakes settlement. When this has resolved, the callback can't be lost. Callbacks that arrive while
 * another is being stored share one statement and one commit.
 */
export async function storeCallback(callback: RawCallback): Promise<void> {
  await store.get()(callback)
  const answered = answers.find(({ kinds }) => kinds.some((kind) => kind === callback.kind))
  if (answered) wake(answered.job)
  else wakeSettlement()
}

/** Stores callbacks in one statement, and wakes no settlement. */
export async function insertCallbacks(callbacks: readonly RawCallback[]): Promise<undefined[]> {
  await db().query({
    name: 'inbox-insert',
    text: `INSERT INTO callback_inbox (kind, intent_id, source_address, body, received_at)
      SELECT c.*, $5::timestamptz FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) AS c`,
    values: [
      arrayLiteral(callbacks.map(({ kind }) => kind)),
      arrayLiteral(callbacks.map(({ intentId }) => intentId)),
      arrayLiteral(callbacks.map(({ sourceAddress }) => sourceAddress)),
      // Postgres text can't hold NUL; nothing that M-Pesa sends has one.
      arrayLiteral(callbacks.map(({ body }) => body.replaceAll('\0', ''))),
      now().toISOString(),
    ],
  })
  return callbacks.map(() => undefined)
}

/** Answers to calls of ours, each kind with who settles it. */
const answers = [
  { kinds: payoutKinds, job: settlePayoutsJob },
  { kinds: refundKinds, job: settleRefundsJob },
  { kinds: balanceKinds, job: settleBalancesJob },
]

/** At most so often settlement is woken, in ms: what is stored meanwhile is settled in one batch, which costs as much as some payments do. */
const WAKE_EVERY_MS = 10
/** What wakes settlement. */
export const SETTLEMENT_BELL = 'settlement'

/** Unheard for so long, the bell is taken for one that no worker knows, in ms. */
const UNKNOWN_AFTER_MS = 1_000

const waking = processSingleton('settlement-wake', () => ({
  pace: new Pace(WAKE_EVERY_MS, wakeNow),
  look: undefined as NodeJS.Timeout | undefined,
}))

/** Wakes settlement, at once where it has not just been woken. A lost wake-up costs until the next sweep. */
export function wakeSettlement(): void {
  waking.get().pace.touch()
}

function wakeNow(): void {
  ring(SETTLEMENT_BELL)
    .then(lookForListener)
    .catch((error: Error) => log.warn({ err: error.message }, 'settlement waits for its sweep'))
}

/** The workers of the release before know jobs alone (docs/decisions/0059): they are woken so while nobody hears the bell. */
function lookForListener(): void {
  const state = waking.get()
  state.look ??= setTimeout(() => {
    state.look = undefined
    isUnheard(SETTLEMENT_BELL)
      .then((unheard) => (unheard ? addWakeUp(settleInboxJob) : undefined))
      .catch((error: Error) => log.warn({ err: error.message }, 'settlement waits for its sweep'))
  }, UNKNOWN_AFTER_MS).unref()
}

/** Results are few: each of them wakes its settlement by itself. */
function wake(job: WakeUp): void {
  addWakeUp(job).catch((error: Error) =>
    log.warn({ err: error.message, job: job.name }, 'a Result waits for its sweep'),
  )
}

type WakeUp = (typeof answers)[number]['job'] | typeof settleInboxJob

async function addWakeUp(job: WakeUp): Promise<void> {
  await queue(job.queue).add(job.name, {}, { removeOnComplete: true, removeOnFail: true })
}
