import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Looks for strange gifts that were paid on the last `days` days in Nairobi, today among them. */
export const findSignalsJob = defineJob({
  queue: 'housekeeping',
  name: 'find-fraud-signals',
  schema: z.object({ days: z.number().int().min(1).max(40) }),
  attempts: 1,
})
