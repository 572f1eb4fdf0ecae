import { db, type Queryable } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue } from '#lib/core/queue.ts'
import { type PayoutKind, payoutKinds } from '#lib/domain/mpesa/callback-path.ts'
import { settleInboxJob, settlePayoutsJob } from './jobs.ts'
import type { InboxKind } from './read-callback.ts'

/** A callback as it came. */
export type RawCallback = {
  readonly kind: InboxKind | PayoutKind
  /** From the path's token, already proven; null for calls that belong to no payment. */
  readonly intentId: string | null
  readonly sourceAddress: string
  readonly body: string
}

/** Stores a callback, raw, and wakes settlement. When this has answered, the callback can't be lost. */
export async function storeCallback(callback: RawCallback, on: Queryable = db()): Promise<void> {
  await on.query({
    name: 'inbox-insert',
    text: 'INSERT INTO callback_inbox (kind, intent_id, source_address, body) VALUES ($1, $2, $3, $4)',
    // Postgres text can't hold NUL; nothing that M-Pesa sends has one.
    values: [callback.kind, callback.intentId, callback.sourceAddress, callback.body.replaceAll('\0', '')],
  })
  if (isOfPayout(callback.kind)) wakePayoutSettlement()
  else wakeSettlement()
}

function isOfPayout(kind: string): boolean {
  return payoutKinds.some((one) => one === kind)
}

/** How long callbacks are gathered before settlement is woken for all of them, in ms. */
const GATHER_MS = 8

const waking = processSingleton('settlement-wake', () => ({ timer: undefined as NodeJS.Timeout | undefined }))

/** Wakes settlement once for all callbacks of the next few milliseconds. A lost wake-up costs until the next sweep. */
export function wakeSettlement(): void {
  const state = waking.get()
  state.timer ??= setTimeout(() => {
    state.timer = undefined
    queue(settleInboxJob.queue)
      .add(settleInboxJob.name, {}, { removeOnComplete: true, removeOnFail: true })
      .catch((error: Error) => log.warn({ err: error.message }, 'settlement waits for its sweep'))
  }, GATHER_MS)
}

/** Payouts are few: each of their Results wakes their settlement by itself. */
function wakePayoutSettlement(): void {
  queue(settlePayoutsJob.queue)
    .add(settlePayoutsJob.name, {}, { removeOnComplete: true, removeOnFail: true })
    .catch((error: Error) => log.warn({ err: error.message }, 'payouts wait for their sweep'))
}
