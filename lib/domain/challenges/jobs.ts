import { defineJob } from '#lib/core/queue.ts'

/** Open the month that has begun, move each month into the phase that its dates say, and close what is tallied. */
export const moveMonthsJob = defineJob({ queue: 'housekeeping', name: 'move-months', attempts: 3 })
