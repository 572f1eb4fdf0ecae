import { defineJob } from '#lib/core/queue.ts'

/** Keep the sums of each hour up to now (hour-sums.ts). */
export const sumHoursJob = defineJob({ queue: 'housekeeping', name: 'sum-hours', attempts: 3 })
