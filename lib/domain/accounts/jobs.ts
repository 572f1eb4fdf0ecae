import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Delete sessions, mailed links and kept answers that nobody can ask for any more. */
export const purgeEndedJob = defineJob({
  queue: 'housekeeping',
  name: 'purge-ended',
  schema: z.object({}),
  attempts: 3,
})

/**
 * Mail a link to whoever has this email, if anybody has. Known and unknown addresses take the same way up to here, so
 * neither the answer nor its time tells who has an account.
 */
export const mailLinkJob = defineJob({
  queue: 'mail',
  name: 'mail-link',
  schema: z.object({
    email: z.string(),
    purpose: z.enum(['verify_email', 'reset_password', 'staff_invited']),
    /** Nobody waits any more for a link that was asked for longer ago than it would work. */
    requestedAt: z.iso.datetime(),
  }),
  attempts: 14,
})
