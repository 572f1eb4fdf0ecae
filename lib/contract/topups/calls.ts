import { z } from 'zod'
import { defineCall, money, sentence, uuid, wholeShillings } from '#lib/contract/call.ts'
import { promptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { subscriptionPhone } from '#lib/contract/subscriptions/calls.ts'

/** Whole shillings. */
const TOPUP_MIN = 10
const TOPUP_MAX = 250_000

const topupStatus = z.enum(['pending', 'completed', 'failed', 'expired'])
export type TopupStatus = z.infer<typeof topupStatus>

/** To pay by hand; null while a prompt is pending, and once paid. */
const paybill = z.object({ business_number: z.string(), account_number: z.string() }).nullable()

export const topup = defineCall('POST /wallet/api/topup/initiate/', {
  group: 'Wallets',
  summary: 'Top the own wallet up by a prompt to a phone',
  access: ['dancer', 'copyright_owner'],
  body: z.object({
    amount: wholeShillings('top-up', TOPUP_MIN, TOPUP_MAX),
    /** By default the account's. */
    phone_number: subscriptionPhone.optional(),
  }),
  status: 202,
  answer: z.object({
    id: z.string(),
    /** `failed`: no prompt can be sent; pay by `paybill`. */
    status: topupStatus,
    message: sentence,
    checkout_request_id: z.string().optional(),
    paybill,
    prompt: promptStanding,
  }),
  idempotent: true,
})
export type TopupAnswer = z.infer<typeof topup.answer>
export type GivenTopupAnswer = z.input<typeof topup.answer>

export const topupView = z.object({
  id: z.string(),
  status: topupStatus,
  amount: money,
  receipt: z.string().optional(),
  message: sentence,
  paybill,
  prompt: promptStanding,
})
export type Topup = z.infer<typeof topupView>
export type GivenTopup = z.input<typeof topupView>

export const openTopups = defineCall('GET /wallet/api/topup/open/', {
  group: 'Wallets',
  summary: 'The own top-ups whose outcome is open, the newest first',
  access: ['dancer', 'copyright_owner'],
  answer: z.array(topupView),
})

export const topupDetail = defineCall('GET /wallet/api/topup/status/{id}/', {
  group: 'Wallets',
  summary: 'How an own top-up stands',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ id: uuid }),
  answer: topupView,
})
