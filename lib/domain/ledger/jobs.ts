import { defineJob } from '#lib/core/queue.ts'

export const sumHoursJob = defineJob({ queue: 'housekeeping', name: 'sum-hours', attempts: 3 })
