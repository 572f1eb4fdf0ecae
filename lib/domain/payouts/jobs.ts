import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Work off the payouts whose time has come: approve, send, ask. Carries nothing: the table is the queue. */
export const workPayoutsJob = defineJob({
  queue: 'payments',
  name: 'work-payouts',
  schema: z.object({}),
  attempts: 1,
})

/** Tell the owner of a withdrawal, with the link that calls it off: the link's token lies in no queue. */
export const mailWithdrawalJob = defineJob({
  queue: 'mail',
  name: 'mail-withdrawal',
  schema: z.object({ mailId: z.uuid(), payoutId: z.uuid() }),
  attempts: 14,
})
