import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Notes in the object store that somebody's account was erased. It is tried for two hours; the sweep of backups notes what is missing. */
export const noteErasureJob = defineJob({
  queue: 'housekeeping',
  name: 'note-erasure',
  schema: z.object({ userId: z.uuid() }),
  attempts: 14,
})

/** Tell somebody by mail that their account is deleted: their address is nowhere else by then. */
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
