import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Mails a payer the link to their dispute, with the newest message where it is about one. */
export const mailDisputeJob = defineJob({
  queue: 'mail',
  name: 'mail-dispute',
  schema: z.object({ mailId: z.string(), disputeId: z.string(), noteId: z.string().nullable() }),
  attempts: 12,
})

/** Opens and closes the disputes about payments that M-Pesa has given back. */
export const followReversalsJob = defineJob({
  queue: 'housekeeping',
  name: 'follow-reversals',
  attempts: 1,
})
