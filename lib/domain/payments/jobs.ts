import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** lib/domain/payouts. */
export const settlePayoutsJob = defineJob({ queue: 'settlement', name: 'settle-payouts', attempts: 1 })

/** lib/domain/refunds. */
export const settleRefundsJob = defineJob({ queue: 'settlement', name: 'settle-refunds', attempts: 1 })

/** lib/domain/reconciliation. */
export const settleBalancesJob = defineJob({ queue: 'settlement', name: 'settle-balances', attempts: 1 })

/** Within the rate limit. */
export const verifyPaymentsJob = defineJob({ queue: 'payments', name: 'verify-payments', attempts: 1 })

/** Settles what we had not heard of. */
export const pullStatementJob = defineJob({
  queue: 'payments',
  name: 'pull-statement',
  schema: z.object({ hours: z.number().int().min(1).max(48) }),
  attempts: 3,
})

/** Register Paybill addresses and the statement. Only for workers of this shortcode. */
export const registerAtMpesaJob = defineJob({
  queue: 'payments',
  name: 'register-at-mpesa',
  /** `orderedAt` is in milliseconds. */
  schema: z.object({ shortcode: z.string(), orderedAt: z.number().int() }),
  attempts: 10,
})
