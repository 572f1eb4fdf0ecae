import { z } from 'zod'
import { closedStates } from '#lib/contract/disputes/constants.ts'
import { defineJob } from '#lib/core/queue.ts'

/** Mails the payer a dispute's link with the message `noteId`, if any, and the `outcome` if it was closed. */
export const mailDisputeJob = defineJob({
  queue: 'mail',
  name: 'mail-dispute',
  schema: z.object({
    mailId: z.string(),
    disputeId: z.string(),
    noteId: z.string().nullable(),
    outcome: z.enum(closedStates).nullable(),
  }),
  attempts: 12,
})

export const followReversalsJob = defineJob({
  queue: 'housekeeping',
  name: 'follow-reversals',
  attempts: 1,
})
