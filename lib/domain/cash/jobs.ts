import { defineJob } from '#lib/core/queue.ts'

export const noteCashDayJob = defineJob({ queue: 'housekeeping', name: 'note-cash-day', attempts: 3 })
