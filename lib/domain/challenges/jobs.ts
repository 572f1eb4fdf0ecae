import { defineJob } from '#lib/core/queue.ts'

/** Open the current month, move months to the phases of their dates, and close tallied ones. */
export const moveMonthsJob = defineJob({ queue: 'housekeeping', name: 'move-months', attempts: 3 })
