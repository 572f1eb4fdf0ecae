import { defineJob } from '#lib/core/queue.ts'

export const noteCashDayJob = defineJob({ queue: 'housekeeping', name: 'note-cash-day', attempts: 3 })

/** Queries the balances of our accounts at M-Pesa, which answers by a Result. */
export const askBalanceJob = defineJob({ queue: 'payments', name: 'ask-balance', attempts: 1 })
