import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** `everything`: also in months that were closed long ago. */
export const listGiftsJob = defineJob({
  queue: 'housekeeping',
  name: 'list-gifts',
  schema: z.object({ everything: z.boolean() }),
  attempts: 1,
})
