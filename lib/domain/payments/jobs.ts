import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Settle what waits in the inbox. Carries nothing: the table is the queue. */

/** Settle the Results of payouts that wait in the inbox (lib/domain/payouts). */
export const settlePayoutsJob = defineJob({ queue: 'settlement', name: 'settle-payouts', attempts: 1 })

/** Settle the Results of refunds that wait in the inbox (lib/domain/refunds). */
export const settleRefundsJob = defineJob({ queue: 'settlement', name: 'settle-refunds', attempts: 1 })

/** Compare what M-Pesa says that our accounts hold with the ledger (lib/domain/reconciliation). */
export const settleBalancesJob = defineJob({ queue: 'settlement', name: 'settle-balances', attempts: 1 })

/**
 * Send the prompt of an intent that is `created`. `orderedAt`: when somebody began to wait for it. For the workers of the
 * release before alone, which look for no prompts by themselves (docs/decisions/0059).
 */
export const submitPromptJob = defineJob({
  queue: 'payments',
  name: 'submit-prompt',
  schema: z.object({ intentId: z.uuid(), orderedAt: z.iso.datetime() }),
  attempts: 3,
})

/** Ask M-Pesa about payments whose time has come, inside the rate limit. */
export const verifyPaymentsJob = defineJob({ queue: 'payments', name: 'verify-payments', attempts: 1 })

/** Pull M-Pesa's statement of the last `hours` and settle what we had not heard of. A worker of the release before asks for 48. */
export const pullStatementJob = defineJob({
  queue: 'payments',
  name: 'pull-statement',
  schema: z.object({ hours: z.number().int().min(1).max(48) }),
  attempts: 3,
})

/**
 * Tell M-Pesa where Paybill payments are announced, and have it keep a statement. It is for workers of this shortcode alone. The
 * workers of the release before fail it, because they do not know it: its tries last longer than both run beside each other.
 */
export const registerAtMpesaJob = defineJob({
  queue: 'payments',
  name: 'register-at-mpesa',
  /** `orderedAt` is in milliseconds. */
  schema: z.object({ shortcode: z.string(), orderedAt: z.number().int() }),
  attempts: 10,
})

/** What a release before enqueues in the place of `registerAtMpesaJob`. It is done as that one is. */
export const registerPaybillJob = defineJob({ queue: 'payments', name: 'register-paybill', attempts: 5 })
