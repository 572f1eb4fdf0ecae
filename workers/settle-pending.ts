import { BATCH, settleBatch, settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'

/** Concurrent settlements while full batches are pending. */
const CONCURRENCY = 3

const state = { settling: null as Promise<void> | null, isRequested: false }

/**
 * Settles the inbox batch by batch. After a full batch, several settlements run at once, because some wait
 * for the disk or a lock. Returns at once while a settlement runs, which then continues until the inbox is
 * empty.
 */
export async function settlePending(): Promise<void> {
  state.isRequested = true
  if (state.settling) return
  state.settling = settleUntilEmpty()
  await state.settling
}

export async function untilNothingSettles(): Promise<void> {
  await state.settling?.catch(() => undefined)
}

async function settleUntilEmpty(): Promise<void> {
  try {
    while (state.isRequested) {
      state.isRequested = false
      if ((await settleBatch(purposes)) < BATCH) continue
      await Promise.all(Array.from({ length: CONCURRENCY }, () => settleInbox(purposes)))
    }
  } finally {
    // No await since the last check of `isRequested`, so no call is missed.
    state.settling = null
  }
}
