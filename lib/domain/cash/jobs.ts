import { defineJob } from '#lib/core/queue.ts'

export const noteCashDayJob = defineJob({ queue: 'housekeeping', name: 'note-cash-day', attempts: 3 })

export const askBalanceJob = defineJob({ queue: 'payments', name: 'ask-balance', attempts: 1 })
