import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Runs `listGifts`. `everything`: also for months closed more than a week ago. */
export const listGiftsJob = defineJob({
  queue: 'housekeeping',
  name: 'list-gifts',
  schema: z.object({ everything: z.boolean() }),
  attempts: 1,
})
