import { defineJob } from '#lib/core/queue.ts'

/** Keep the sums of each wallet up to now (snapshots.ts). */
export const snapshotWalletsJob = defineJob({
  queue: 'housekeeping',
  name: 'snapshot-wallets',
  attempts: 3,
})
