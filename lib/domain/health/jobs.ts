import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Look at what only the worker talks to, and keep how it does for the health page. */
export const probePartsJob = defineJob({
  queue: 'housekeeping',
  name: 'probe-parts',
  schema: z.object({}),
  attempts: 1,
})
