import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Deletes files that were uploaded and never completed. */
export const sweepUploadsJob = defineJob({ queue: 'housekeeping', name: 'sweep-uploads', attempts: 3 })

/**
 * Deletes files that no row names any more. The transaction that removes their keys enqueues it, and nothing else knows of them:
 * it is tried for two hours.
 */
export const deleteFilesJob = defineJob({
  queue: 'housekeeping',
  name: 'delete-files',
  schema: z.object({
    files: z.array(z.object({ bucket: z.enum(['media', 'private']), key: z.string().min(1) })),
  }),
  attempts: 14,
})
