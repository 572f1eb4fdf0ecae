import { settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'

const state = { settling: null as Promise<void> | null, isAskedFor: false }

/**
 * Settles what is pending in the inbox, one batch at a time: callbacks that arrive during a batch are the next one. Two batches at
 * the same time would wait for the same videos and accounts.
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
      await settleInbox(purposes)
    }
  } finally {
    // In the same turn as the last check of `isAskedFor`: no call falls between the two.
    state.settling = null
  }
}
