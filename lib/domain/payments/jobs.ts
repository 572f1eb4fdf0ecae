import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Settle the Results of payouts that wait in the inbox (lib/domain/payouts). */
export const settlePayoutsJob = defineJob({ queue: 'settlement', name: 'settle-payouts', attempts: 1 })

/** Settle the Results of refunds that wait in the inbox (lib/domain/refunds). */
export const settleRefundsJob = defineJob({ queue: 'settlement', name: 'settle-refunds', attempts: 1 })

/** Compare what M-Pesa says that our accounts hold with the ledger (lib/domain/reconciliation). */
export const settleBalancesJob = defineJob({ queue: 'settlement', name: 'settle-balances', attempts: 1 })

/** Ask M-Pesa about payments whose time has come, inside the rate limit. */
export const verifyPaymentsJob = defineJob({ queue: 'payments', name: 'verify-payments', attempts: 1 })

/** Pull M-Pesa's statement of the last `hours` and settle what we had not heard of. */
export const pullStatementJob = defineJob({
  queue: 'payments',
  name: 'pull-statement',
  schema: z.object({ hours: z.number().int().min(1).max(48) }),
  attempts: 3,
})

/**
 * Tell M-Pesa where Paybill payments are announced, and have it keep a statement. It is for workers of this shortcode alone.
 */
export const registerAtMpesaJob = defineJob({
  queue: 'payments',
  name: 'register-at-mpesa',
  /** `orderedAt` is in milliseconds. */
  schema: z.object({ shortcode: z.string(), orderedAt: z.number().int() }),
  attempts: 10,
})
