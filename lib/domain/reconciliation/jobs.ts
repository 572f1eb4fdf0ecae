import { defineJob } from '#lib/core/queue.ts'

/** The answer arrives as a Result. */
export const askBalanceJob = defineJob({ queue: 'payments', name: 'ask-balance', attempts: 1 })
