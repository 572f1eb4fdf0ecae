import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Approves, sends and asks about the payouts that are due (`workPayouts`). It carries nothing, because the table is the queue. */
export const workPayoutsJob = defineJob({ queue: 'payments', name: 'work-payouts', attempts: 1 })

/** Mails the link that cancels a withdrawal to its owner (`mailWithdrawal`). The link's token is in no queue. */
export const mailWithdrawalJob = defineJob({
  queue: 'mail',
  name: 'mail-withdrawal',
  schema: z.object({ mailId: z.uuid(), payoutId: z.uuid() }),
  attempts: 14,
})
