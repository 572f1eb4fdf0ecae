import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Work off the refunds whose time has come: send, ask. Carries nothing: the table is the queue. */
export const workRefundsJob = defineJob({
  queue: 'payments',
  name: 'work-refunds',
  schema: z.object({}),
  attempts: 1,
})
