import { z } from 'zod'
import {
  defineCall,
  money,
  nothing,
  optionalText,
  requiredText,
  timestamp,
  uuid,
  wholeShillings,
} from '#lib/contract/call.ts'
import { subscriptionPhone } from '#lib/contract/subscriptions/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { WITHDRAWAL_MAX, WITHDRAWAL_MIN } from './constants.ts'

export * from './constants.ts'

export const withdraw = defineCall('POST /wallet/api/withdraw/initiate/', {
  group: 'Wallets',
  summary: 'Withdraw to M-Pesa: held at once, paid on the next working day',
  access: ['dancer', 'copyright_owner'],
  body: z.object({
    amount: wholeShillings('withdrawal', WITHDRAWAL_MIN, WITHDRAWAL_MAX),
    phone_number: subscriptionPhone,
    description: optionalText(100).optional(),
  }),
  status: 201,
  answer: z.object({
    transaction_reference: z.string(),
    status: z.literal('pending'),
    amount: money,
    expected_by: timestamp,
  }),
  idempotent: true,
})
export type WithdrawAnswer = z.infer<typeof withdraw.answer>

/** A key by which screens choose their sentence. */
export const withdrawalFailure = z.enum(['limit', 'not_registered', 'other'])

export const withdrawal = z.object({
  transaction_reference: z.string(),
  /** `sending`: M-Pesa has it, so it cannot be cancelled. */
  status: z.enum(['pending', 'sending', 'completed', 'failed', 'cancelled']),
  amount: money,
  phone_number: z.string(),
  receipt: z.string().nullable(),
  requested_at: timestamp,
  expected_by: timestamp,
  can_cancel: z.boolean(),
  /** Why the withdrawal failed (its money is back in the wallet); else null. */
  failure: withdrawalFailure.nullable(),
})
export type Withdrawal = z.infer<typeof withdrawal>

export const withdrawals = defineCall('GET /wallet/api/withdrawals/', {
  group: 'Wallets',
  summary: 'The own withdrawals: all open ones, and the newest twenty of the others',
  access: ['dancer', 'copyright_owner'],
  answer: z.array(withdrawal),
})

const cancelled = z.object({ transaction_reference: z.string(), status: z.literal('cancelled') })
export type Cancelled = z.infer<typeof cancelled>

export const cancelWithdrawal = defineCall('POST /wallet/api/withdrawals/{reference}/cancel/', {
  group: 'Wallets',
  alsoAnswers: [409],
  summary: 'Call an own withdrawal off, until it is sent',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ reference: requiredText(20) }),
  answer: cancelled,
})

export const cancelByMail = defineCall('POST /wallet/api/withdraw/cancel/', {
  group: 'Wallets',
  alsoAnswers: [409],
  summary: 'Call a withdrawal off by the link of its mail',
  body: z.object({ token: requiredText(100) }),
  answer: cancelled,
})

export const approvePayout = defineCall('POST /admin/payouts/{id}/approve/', {
  group: 'Admin',
  summary: 'One yes to a withdrawal above the threshold; two are needed',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  answer: z.object({ approvals: z.number().int(), needed: z.number().int() }),
  idempotent: true,
})

export const resumePayouts = defineCall('POST /admin/payouts/resume/', {
  group: 'Admin',
  summary: 'Let the queue of withdrawals go on, once its wall is down',
  access: ['super_admin'],
  answer: z.object({ /** Withdrawals sent again. */ again: z.number().int() }),
  idempotent: true,
})

export const acknowledgeAlert = defineCall('POST /admin/payout-alerts/{id}/acknowledge/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Say that somebody has looked into a contradiction of M-Pesa’s',
  access: ['super_admin'],
  params: z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/, codedSentence('field.not_integer')) }),
  status: 204,
  answer: nothing,
})
