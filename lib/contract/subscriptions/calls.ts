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

/** An M-Pesa number as people type it, of 07 or 01; read as 254 and nine digits. */
export const subscriptionPhone = mobileNumber(
  z
    .string({ error: SUBSCRIPTION_PHONE_MESSAGE })
    .trim()
    .min(SUBSCRIPTION_PHONE_MIN, { error: codedSentence('subscription_phone_short'), abort: true }),
  SUBSCRIPTION_PHONE_MESSAGE,
)

/** How to pay by hand instead of by the prompt: the account number stands for one payment, which has its own amount. */
const paybill = z.object({ business_number: z.string(), account_number: z.string(), amount: money })

const subscriptionRefund = z.enum(['pending', 'done'])
export type SubscriptionRefund = z.infer<typeof subscriptionRefund>

export const subscriptionState = z.object({
  subscribed: z.boolean(),
  payment_status: subscriptionPaymentStatus,
  /** What the last payment ran into, in a sentence; empty otherwise. */
  message: sentence,
  /** How to pay the last payment by hand where no prompt is known to wait for it and M-Pesa would take it; null otherwise. */
  paybill: paybill.nullable(),
  /** What is known of the last payment's prompt. */
  prompt: promptStanding,
  /** Whether the last payment's money is on its way back (`pending`) or was sent back (`done`); null where neither is so. */
  refund: subscriptionRefund.nullable(),
  /** Null between months. */
  challenge: z
    .object({
      id: z.string(),
      title: z.string(),
      /** What this dancer pays when they join now. */
      subscription_fee: money,
      is_launch_offer: z.boolean(),
      /** Whether subscriptions are still taken. */
      is_open: z.boolean(),
      /** Videos are taken until then, and subscriptions. */
      submissions_end_at: timestamp,
    })
    .nullable(),
})
export type SubscriptionState = z.infer<typeof subscriptionState>
/** The same, before its sentences are in words. */
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
    /** Left out, the wallet pays. An empty one is a mistake: no money moves by it. */
    phone_number: subscriptionPhone.optional(),
    /** Another try while the last payment is still being checked. */
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
    /** `failed` where no prompt can be sent: `paybill` then says how to pay instead. */
    payment_status: subscriptionPaymentStatus,
    amount: money,
    message: sentence,
    paybill: paybill.nullable(),
    prompt: promptStanding,
  }),
  idempotent: true,
})
export type JoinAnswer = z.infer<typeof join.answer>
/** The same, before its sentences are in words. */
export type GivenJoinAnswer = z.input<typeof join.answer>
