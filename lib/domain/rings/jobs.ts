import { defineJob } from '#lib/core/queue.ts'

/** The table is the queue. */
export const workSignalActionsJob = defineJob({
  queue: 'housekeeping',
  name: 'work-signal-actions',
  attempts: 1,
})
