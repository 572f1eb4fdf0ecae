import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Delete what was put and never completed. */
export const sweepUploadsJob = defineJob({
  queue: 'housekeeping',
  name: 'sweep-uploads',
  schema: z.object({}),
  attempts: 3,
})

/** Delete files that nothing names any more: put into the transaction that took their names away. */
export const deleteFilesJob = defineJob({
  queue: 'housekeeping',
  name: 'delete-files',
  schema: z.object({
    files: z.array(z.object({ bucket: z.enum(['media', 'private']), key: z.string().min(1) })),
  }),
  attempts: 10,
})
