import { z } from 'zod'
import { defineCall, money, sentence, timestamp, uuid } from '#lib/contract/call.ts'
import { promptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { mobileNumber } from '#lib/contract/phone-field.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { SUBSCRIPTION_PHONE_MIN } from './constants.ts'

export * from './constants.ts'

export const subscriptionPaymentStatus = z.enum(['none', 'pending', 'paid', 'failed'])
export type SubscriptionPaymentStatus = z.infer<typeof subscriptionPaymentStatus>

const SUBSCRIPTION_PHONE_MESSAGE = codedSentence('mpesa_phone_unfit')

/** 07 or 01 in any form; read as 254 and nine digits. */
export const subscriptionPhone = mobileNumber(
  z
    .string({ error: SUBSCRIPTION_PHONE_MESSAGE })
    .trim()
    .min(SUBSCRIPTION_PHONE_MIN, { error: codedSentence('subscription_phone_short'), abort: true }),
  SUBSCRIPTION_PHONE_MESSAGE,
)

/** To pay by hand: the account number belongs to one payment with its own amount. */
const paybill = z.object({ business_number: z.string(), account_number: z.string(), amount: money })

const subscriptionRefund = z.enum(['pending', 'done'])
export type SubscriptionRefund = z.infer<typeof subscriptionRefund>

export const subscriptionState = z.object({
  subscribed: z.boolean(),
  payment_status: subscriptionPaymentStatus,
  /** The last payment's problem; empty without one. */
  message: sentence,
  /** If no prompt is pending and M-Pesa would accept the payment; else null. */
  paybill: paybill.nullable(),
  prompt: promptStanding,
  /** The last payment's money is being (`pending`) or was (`done`) refunded; else null. */
  refund: subscriptionRefund.nullable(),
  /** Null between months. */
  challenge: z
    .object({
      id: z.string(),
      title: z.string(),
      /** For this dancer, now. */
      subscription_fee: money,
      is_launch_offer: z.boolean(),
      is_open: z.boolean(),
      /** End of submissions and subscriptions. */
      submissions_end_at: timestamp,
    })
    .nullable(),
})
export type SubscriptionState = z.infer<typeof subscriptionState>
export type GivenSubscriptionState = z.input<typeof subscriptionState>

export const subscriptionStatus = defineCall('GET /videos/challenge/subscription-status/', {
  group: 'Challenges',
  summary: 'Whether the dancer is subscribed to the current challenge',
  access: ['dancer'],
  answer: subscriptionState,
})

export const join = defineCall('POST /videos/challenges/{id}/join/', {
  group: 'Challenges',
  summary: 'Subscribe: by a prompt to the phone, or from the wallet where no phone is given',
  access: ['dancer'],
  params: z.object({ id: uuid }),
  body: z.object({
    /** If absent, the wallet pays. An empty text is an error, so that no money moves by mistake. */
    phone_number: subscriptionPhone.optional(),
    /** If true, pays again although the last payment is still being checked. */
    retry_payment: z.boolean({ error: codedSentence('field.not_boolean') }).optional(),
    shown_fee: z
      .number({ error: codedSentence('field.not_number') })
      .min(0, codedSentence('field.at_least', { min: 0 }))
      .meta({
        description:
          'What the dancer was shown that it costs, in shillings. Where it costs more by now, nothing is taken: 409 `price_changed`, with the fee of now as `subscription_fee`. Left out, the price of the moment is paid.',
      })
      .optional(),
  }),
  status: 202,
  answer: z.object({
    success: z.literal(true),
    /** `failed`: no prompt can be sent; pay by `paybill`. */
    payment_status: subscriptionPaymentStatus,
    amount: money,
    message: sentence,
    paybill: paybill.nullable(),
    prompt: promptStanding,
  }),
  idempotent: true,
})
export type JoinAnswer = z.infer<typeof join.answer>
export type GivenJoinAnswer = z.input<typeof join.answer>
