import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** @param days in Nairobi, including today */
export const findSignalsJob = defineJob({
  queue: 'housekeeping',
  name: 'find-fraud-signals',
  schema: z.object({ days: z.number().int().min(1).max(40) }),
  attempts: 1,
})
