import { BATCH, settleBatch, settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'

/** How many settlements run beside the first while full batches wait. */
const HELPERS = 3

const state = { settling: null as Promise<void> | null, isAskedFor: false, turn: 0 }

/**
 * Settles what waits in the inbox. As long as one batch holds all that waits, one settlement runs at a time in this process:
 * new callbacks make up the next batch, while two at the same time would wait for the same videos and wallets, and pay the
 * cost of a batch twice. After a full batch further settlements run at the same time, each on its own shards of the system
 * accounts, so that some keep Postgres and this process busy while others wait for the disk and for locks.
 *
 * Called while a settlement runs, it returns at once; that settlement then looks again until the inbox is empty.
 */
export async function settleWhatWaits(): Promise<void> {
  state.isAskedFor = true
  if (state.settling) return
  state.settling = settleUntilEmpty()
  await state.settling
}

/** Resolves once no settlement runs in this process. */
export async function untilNothingSettles(): Promise<void> {
  await state.settling?.catch(() => undefined)
}

async function settleUntilEmpty(): Promise<void> {
  try {
    // Whoever stores a callback rings after it, so a batch that was not full needs no second look.
    while (state.isAskedFor) {
      state.isAskedFor = false
      if ((await settleBatch(purposes, state.turn++)) >= BATCH) await settleInParallel()
    }
  } finally {
    // In the same turn as the last look at `isAskedFor`: no call falls between the two.
    state.settling = null
  }
}

async function settleInParallel(): Promise<void> {
  const shards = Array.from({ length: 1 + HELPERS }, () => state.turn++)
  await Promise.all(shards.map((shard) => settleInbox(purposes, shard)))
}
