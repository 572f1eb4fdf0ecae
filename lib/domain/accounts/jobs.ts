import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Delete expired data (docs/retention.md). */
export const purgeEndedJob = defineJob({ queue: 'housekeeping', name: 'purge-ended', attempts: 3 })

/** Fill missing or outdated name looks (name-look.ts). */
export const fillNameLooksJob = defineJob({ queue: 'housekeeping', name: 'fill-looks', attempts: 3 })

export const mailRegistrationJob = defineJob({
  queue: 'mail',
  name: 'mail-registration',
  schema: z.object({ email: z.string(), registrationId: z.uuid(), requestedAt: z.iso.datetime() }),
  attempts: 14,
})

export const mailStatusJob = defineJob({
  queue: 'mail',
  name: 'mail-status',
  schema: z.object({ email: z.string(), askedAt: z.iso.datetime() }),
  attempts: 5,
})

/**
 * Until this job runs, known and unknown emails take the same path, so neither answer nor time reveals
 * accounts.
 */
export const mailLinkJob = defineJob({
  queue: 'mail',
  name: 'mail-link',
  schema: z.object({
    email: z.string(),
    purpose: z.enum(['verify_email', 'reset_password', 'staff_invited']),
    /** A request older than the link's life is dropped. */
    requestedAt: z.iso.datetime(),
  }),
  attempts: 14,
})
