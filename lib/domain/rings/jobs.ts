import { defineJob } from '#lib/core/queue.ts'

/** Carries out running actions. The table is the queue. */
export const workSignalActionsJob = defineJob({
  queue: 'housekeeping',
  name: 'work-signal-actions',
  attempts: 1,
})
