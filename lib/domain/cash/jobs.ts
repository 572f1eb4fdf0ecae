import { defineJob } from '#lib/core/queue.ts'

export const noteCashDayJob = defineJob({ queue: 'housekeeping', name: 'note-cash-day', attempts: 3 })

/** Ask M-Pesa what our accounts hold. The answer comes as a Result. */
export const askBalanceJob = defineJob({ queue: 'payments', name: 'ask-balance', attempts: 1 })
