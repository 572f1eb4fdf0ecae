import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Mails the payer a dispute's link, with the message `noteId` or, if null, about the opening. */
export const mailDisputeJob = defineJob({
  queue: 'mail',
  name: 'mail-dispute',
  schema: z.object({ mailId: z.string(), disputeId: z.string(), noteId: z.string().nullable() }),
  attempts: 12,
})

export const followReversalsJob = defineJob({
  queue: 'housekeeping',
  name: 'follow-reversals',
  attempts: 1,
})
