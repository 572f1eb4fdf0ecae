import { defineJob } from '#lib/core/queue.ts'

/** Goes on with what super admins do with the gifts of signals. It carries nothing, because the table is the queue. */
export const workSignalActionsJob = defineJob({
  queue: 'housekeeping',
  name: 'work-signal-actions',
  attempts: 1,
})
