import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Approve, send and query due payouts (`workPayouts`). The table is the queue. */
export const workPayoutsJob = defineJob({ queue: 'payments', name: 'work-payouts', attempts: 1 })

/** Mail the link that cancels a withdrawal (`mailWithdrawal`). The link's token must not be in a queue. */
export const mailWithdrawalJob = defineJob({
  queue: 'mail',
  name: 'mail-withdrawal',
  schema: z.object({ mailId: z.uuid(), payoutId: z.uuid() }),
  attempts: 14,
})
