import { defineJob } from '#lib/core/queue.ts'

/** Ask M-Pesa what our accounts hold. The answer comes as a Result. */
export const askBalanceJob = defineJob({ queue: 'payments', name: 'ask-balance', attempts: 1 })
