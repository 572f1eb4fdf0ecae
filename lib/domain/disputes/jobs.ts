import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** With the newest message, if the mail is about one. */
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
