import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Notes in the object store that somebody's account was erased. It is tried for two hours; the sweep of backups notes what is missing. */
export const noteErasureJob = defineJob({
  queue: 'housekeeping',
  name: 'note-erasure',
  schema: z.object({ userId: z.uuid() }),
  attempts: 14,
})
