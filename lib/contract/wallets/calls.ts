import { z } from 'zod'
import {
  defineCall,
  money,
  optionalText,
  pageOf,
  paging,
  requiredText,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { promptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { subscriptionPhone } from '#lib/contract/subscriptions/calls.ts'
import { TOPUP_MAX, TOPUP_MIN, WITHDRAWAL_MAX, WITHDRAWAL_MIN } from './constants.ts'

export * from './constants.ts'

export const wallet = z.object({
  id: z.number().int(),
  /** What can be spent: held money is not in it. */
  balance: money,
  held: money,
  total_earnings: money,
  total_votes_spent: money,
  transaction_count: z.number().int(),
  last_transaction_date: timestamp.nullable(),
  wallet_type: z.string(),
})
export type Wallet = z.infer<typeof wallet>

export const myWallet = defineCall({
  method: 'GET',
  path: '/wallet/api/my-wallet/',
  group: 'Wallets',
  summary: 'The own wallet, as a list of one',
  access: ['dancer', 'copyright_owner'],
  answer: z.array(wallet),
})

export const walletTransaction = z.object({
  id: z.string(),
  type: z.string(),
  /** Signed. */
  amount: money,
  balance_after: money,
  description: z.string(),
  reference: z.string(),
  status: z.string(),
  created_at: timestamp,
})
export type WalletTransaction = z.infer<typeof walletTransaction>

export const transactions = defineCall({
  method: 'GET',
  path: '/wallet/api/transactions/',
  group: 'Wallets',
  summary: 'What went in and out of the own wallet, newest first',
  access: ['dancer', 'copyright_owner'],
  query: z.object(paging),
  answer: pageOf(walletTransaction),
})

const wholeShillings = (what: string, min: number, max: number) =>
  z
    .number({ error: 'A valid number is required.' })
    .int('Enter whole shillings.')
    .min(min, `The smallest ${what} is KES ${min.toLocaleString('en-KE')}.`)
    .max(max, `The largest ${what} is KES ${max.toLocaleString('en-KE')}.`)

export const withdraw = defineCall({
  method: 'POST',
  path: '/wallet/api/withdraw/initiate/',
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

export const withdrawal = z.object({
  transaction_reference: z.string(),
  /** `sending` while M-Pesa has it: then it can not be called off. */
  status: z.enum(['pending', 'sending', 'completed', 'failed', 'cancelled']),
  amount: money,
  phone_number: z.string(),
  receipt: z.string().nullable(),
  requested_at: timestamp,
  expected_by: timestamp,
  can_cancel: z.boolean(),
})
export type Withdrawal = z.infer<typeof withdrawal>

export const withdrawals = defineCall({
  method: 'GET',
  path: '/wallet/api/withdrawals/',
  group: 'Wallets',
  summary: 'The own newest withdrawals',
  access: ['dancer', 'copyright_owner'],
  answer: z.array(withdrawal),
})

const cancelled = z.object({ transaction_reference: z.string(), status: z.literal('cancelled') })
export type Cancelled = z.infer<typeof cancelled>

export const cancelWithdrawal = defineCall({
  method: 'POST',
  path: '/wallet/api/withdrawals/{reference}/cancel/',
  group: 'Wallets',
  alsoAnswers: [409],
  summary: 'Call an own withdrawal off, until it is sent',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ reference: requiredText(20) }),
  answer: cancelled,
})

export const cancelByMail = defineCall({
  method: 'POST',
  path: '/wallet/api/withdraw/cancel/',
  group: 'Wallets',
  alsoAnswers: [409],
  summary: 'Call a withdrawal off by the link of its mail',
  body: z.object({ token: requiredText(100) }),
  answer: cancelled,
})

const topupStatus = z.enum(['pending', 'completed', 'failed', 'expired'])
export type TopupStatus = z.infer<typeof topupStatus>

/** How to pay by hand; null while a prompt is known to wait on the phone, and once it is paid. */
const paybill = z.object({ business_number: z.string(), account_number: z.string() }).nullable()

export const topup = defineCall({
  method: 'POST',
  path: '/wallet/api/topup/initiate/',
  group: 'Wallets',
  summary: 'Top the own wallet up by a prompt to a phone',
  access: ['dancer', 'copyright_owner'],
  body: z.object({
    amount: wholeShillings('top-up', TOPUP_MIN, TOPUP_MAX),
    /** Left out, the account's own. */
    phone_number: subscriptionPhone.optional(),
  }),
  status: 202,
  answer: z.object({
    id: z.string(),
    /** `failed` where no prompt can be sent: `paybill` then says how to pay instead. */
    status: topupStatus,
    message: z.string(),
    checkout_request_id: z.string().optional(),
    paybill,
    prompt: promptStanding,
  }),
  idempotent: true,
})
export type TopupAnswer = z.infer<typeof topup.answer>

export const topupView = z.object({
  id: z.string(),
  status: topupStatus,
  amount: money,
  receipt: z.string().optional(),
  message: z.string(),
  paybill,
  prompt: promptStanding,
})
export type Topup = z.infer<typeof topupView>

export const topupDetail = defineCall({
  method: 'GET',
  path: '/wallet/api/topup/status/{id}/',
  group: 'Wallets',
  summary: 'How an own top-up stands',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ id: uuid }),
  answer: topupView,
})
