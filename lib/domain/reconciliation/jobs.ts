import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Ask M-Pesa what our accounts hold. The answer comes as a Result. */
export const askBalanceJob = defineJob({
  queue: 'payments',
  name: 'ask-balance',
  schema: z.object({}),
  attempts: 1,
})
