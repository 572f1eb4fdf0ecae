import { BATCH, settleBatch, settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'

/** How many settlements run at the same time while full batches are pending. */
const AT_ONCE = 3

const state = { settling: null as Promise<void> | null, isAskedFor: false }

/**
 * Settles what is pending in the inbox, one batch at a time: callbacks that arrive during a batch are the next one. After a full
 * batch several settlements run at the same time: while one waits for the disk or for an account, the others work.
 *
 * Called while a settlement runs, it returns at once. That settlement then continues until the inbox is empty.
 */
export async function settleWhatWaits(): Promise<void> {
  state.isAskedFor = true
  if (state.settling) return
  state.settling = settleUntilEmpty()
  await state.settling
}

/** Resolves when no settlement runs in this process. */
export async function untilNothingSettles(): Promise<void> {
  await state.settling?.catch(() => undefined)
}

async function settleUntilEmpty(): Promise<void> {
  try {
    while (state.isAskedFor) {
      state.isAskedFor = false
      if ((await settleBatch(purposes)) < BATCH) continue
      await Promise.all(Array.from({ length: AT_ONCE }, () => settleInbox(purposes)))
    }
  } finally {
    // In the same turn as the last check of `isAskedFor`: no call falls between the two.
    state.settling = null
  }
}
