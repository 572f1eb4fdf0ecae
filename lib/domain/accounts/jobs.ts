import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Delete sessions and kept answers that nobody can ask for any more. */
export const purgeEndedJob = defineJob({
  queue: 'housekeeping',
  name: 'purge-ended',
  schema: z.object({}),
  attempts: 3,
})
