import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Runs `settlePayouts` (lib/domain/payouts/settle.ts). */
export const settlePayoutsJob = defineJob({ queue: 'settlement', name: 'settle-payouts', attempts: 1 })

/** Runs `settleRefunds` (lib/domain/refunds/settle.ts). */
export const settleRefundsJob = defineJob({ queue: 'settlement', name: 'settle-refunds', attempts: 1 })

/** Runs `settleBalances` (lib/domain/reconciliation/settle-balances.ts). */
export const settleBalancesJob = defineJob({ queue: 'settlement', name: 'settle-balances', attempts: 1 })

export const verifyPaymentsJob = defineJob({ queue: 'payments', name: 'verify-payments', attempts: 1 })

/** Reads M-Pesa's statement, which also lists payments whose callbacks were lost. */
export const pullStatementJob = defineJob({
  queue: 'payments',
  name: 'pull-statement',
  schema: z.object({ hours: z.number().int().min(1).max(48) }),
  attempts: 3,
})

/** Registers our Paybill addresses and the statement. Only workers of `shortcode` do so. */
export const registerAtMpesaJob = defineJob({
  queue: 'payments',
  name: 'register-at-mpesa',
  /** `orderedAt` is in milliseconds. */
  schema: z.object({ shortcode: z.string(), orderedAt: z.number().int() }),
  attempts: 10,
})
