import { inBatches } from '#lib/core/batch.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { publish } from '#lib/core/event-feed.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { Pace } from '#lib/core/pace.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue } from '#lib/core/queue.ts'
import {
  balanceKinds,
  type CallbackKind,
  payoutKinds,
  refundKinds,
  type resultKinds,
} from '#lib/domain/mpesa/callback-path.ts'
import { callbacksStored } from './events.ts'
import { settleBalancesJob, settlePayoutsJob, settleRefundsJob } from './jobs.ts'
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
      callbacks.map(({ kind }) => kind),
      callbacks.map(({ intentId }) => intentId),
      callbacks.map(({ sourceAddress }) => sourceAddress),
      // Postgres text can't hold NUL; nothing that M-Pesa sends has one.
      callbacks.map(({ body }) => body.replaceAll('\0', '')),
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

/** The least time in ms between two wake-ups of settlement. Callbacks stored meanwhile are settled in one batch. */
const WAKE_INTERVAL_MS = 10

const waking = processSingleton('settlement-wake', () => new Pace(WAKE_INTERVAL_MS, wakeNow))

/** Wakes settlement, at once if the last wake-up was not just now. A lost wake-up delays settlement until the next sweep. */
export function wakeSettlement(): void {
  waking.get().touch()
}

function wakeNow(): void {
  publish(callbacksStored, {}).catch((error: Error) =>
    log.warn({ err: error.message }, 'settlement waits for its sweep'),
  )
}

type ResultJob = (typeof answers)[number]['job']

/** Results are few, so each adds a job of its own. */
function wake(job: ResultJob): void {
  queue(job.queue)
    .add(job.name, {}, { removeOnComplete: true, removeOnFail: true })
    .catch((error: Error) => log.warn({ err: error.message, job: job.name }, 'a Result waits for its sweep'))
}
