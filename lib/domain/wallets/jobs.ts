import { defineJob } from '#lib/core/queue.ts'

export const snapshotWalletsJob = defineJob({
  queue: 'housekeeping',
  name: 'snapshot-wallets',
  attempts: 3,
})
