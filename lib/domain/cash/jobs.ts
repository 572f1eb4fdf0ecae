import { defineJob } from '#lib/core/queue.ts'

/** Note how the cash position stands today. */
export const noteCashDayJob = defineJob({ queue: 'housekeeping', name: 'note-cash-day', attempts: 3 })
