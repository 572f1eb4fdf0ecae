import { BATCH, settleBatch, settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'

/** How many settlements run beside the first while there is more than a batch of each. */
const HELPERS = 3

const state = { isSettling: false, isAskedFor: false, turn: 0 }

/**
 * Settles what waits in the inbox. One settlement at a time in this process, as long as one batch holds all that waits:
 * what comes meanwhile makes up the next, while two beside each other would wait for the same video and the same wallet,
 * and pay twice for what a batch costs. Behind a full batch others help, each on its own shards of the system accounts:
 * while some wait for the disk and for balances, there is another to keep Postgres and this process busy.
 *
 * Asked for while a settlement is under way it answers at once; that one looks again until it finds nothing.
 */
export async function settleWhatWaits(): Promise<void> {
  state.isAskedFor = true
  if (state.isSettling) return
  state.isSettling = true
  try {
    for (let settled = 0; state.isAskedFor || settled > 0; ) {
      state.isAskedFor = false
      settled = await settleBatch(purposes, state.turn++)
      if (settled === BATCH) await settleTogether()
    }
  } finally {
    state.isSettling = false
  }
}

async function settleTogether(): Promise<void> {
  const shards = Array.from({ length: 1 + HELPERS }, () => state.turn++)
  await Promise.all(shards.map((shard) => settleInbox(purposes, shard)))
}
