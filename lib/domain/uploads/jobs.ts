import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

export const sweepUploadsJob = defineJob({ queue: 'housekeeping', name: 'sweep-uploads', attempts: 3 })

/** Deletes files that no row refers to. No sweep finds them, so the job retries for two hours. */
export const deleteFilesJob = defineJob({
  queue: 'housekeeping',
  name: 'delete-files',
  schema: z.object({
    files: z.array(z.object({ bucket: z.enum(['media', 'private']), key: z.string().min(1) })),
  }),
  attempts: 14,
})
