import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Delete what only the present needs, each after its time (docs/retention.md). */
export const purgeEndedJob = defineJob({ queue: 'housekeeping', name: 'purge-ended', attempts: 3 })

/** Give people their names' looks who have none yet (name-look.ts). */
export const fillNameLooksJob = defineJob({ queue: 'housekeeping', name: 'fill-looks', attempts: 3 })

/**
 * Mail whoever has registered this email: the link that opens the account, or, where an account has the email already, that
 * it has. The call that asked knows neither.
 */
export const mailRegistrationJob = defineJob({
  queue: 'mail',
  name: 'mail-registration',
  schema: z.object({ email: z.string(), registrationId: z.uuid(), requestedAt: z.iso.datetime() }),
  attempts: 14,
})

/** Tell whoever has this email by mail whether they can sign in, and what is missing. */
export const mailStatusJob = defineJob({
  queue: 'mail',
  name: 'mail-status',
  schema: z.object({ email: z.string(), askedAt: z.iso.datetime() }),
  attempts: 5,
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
