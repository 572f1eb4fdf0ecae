import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** List what was counted since the last time. `everything`: also in months that have long been closed. */
export const listGiftsJob = defineJob({
  queue: 'housekeeping',
  name: 'list-gifts',
  schema: z.object({ everything: z.boolean() }),
  attempts: 1,
})
