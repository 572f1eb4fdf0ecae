import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Retries for two hours; the sweep of backups writes missing notes. */
export const noteErasureJob = defineJob({
  queue: 'housekeeping',
  name: 'note-erasure',
  schema: z.object({ userId: z.uuid() }),
  attempts: 14,
})

/** The job has the email address, which is erased everywhere else. */
export const mailDeletionJob = defineJob({
  queue: 'mail',
  name: 'mail-deletion',
  schema: z.object({
    mailId: z.uuid(),
    userId: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    locale: z.string(),
  }),
  attempts: 14,
})
