import { z } from 'zod'
import { defineCall, money, optionalText, uuid } from './call.ts'

export const subscriptionPaymentStatus = z.enum(['none', 'pending', 'paid', 'failed'])

/** Spec 1, section 5: at least 10 characters after trimming. */
export const SUBSCRIPTION_PHONE_MIN = 10

export const subscriptionState = z.object({
  subscribed: z.boolean(),
  payment_status: subscriptionPaymentStatus,
  /** What the last payment ran into, in a sentence; empty otherwise. */
  message: z.string(),
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
    })
    .nullable(),
})
export type SubscriptionState = z.infer<typeof subscriptionState>

export const subscriptionStatus = defineCall({
  method: 'GET',
  path: '/videos/challenge/subscription-status/',
  group: 'Challenges',
  summary: 'Whether the dancer is subscribed to the current challenge',
  access: ['dancer'],
  answer: subscriptionState,
})

export const join = defineCall({
  method: 'POST',
  path: '/videos/challenges/{id}/join/',
  group: 'Challenges',
  summary: 'Subscribe: by a prompt to the phone, or from the wallet where no phone is given',
  access: ['dancer'],
  params: z.object({ id: uuid }),
  body: z.object({
    phone_number: optionalText(20).optional(),
    retry_payment: z.boolean({ error: 'Must be a boolean.' }).optional(),
  }),
  status: 202,
  answer: z.object({
    success: z.literal(true),
    payment_status: subscriptionPaymentStatus,
    amount: money,
    message: z.string(),
    /** Where no prompt can be sent: how to pay by Paybill instead. */
    paybill: z.object({ business_number: z.string(), account_number: z.string() }).nullable(),
  }),
  idempotent: true,
})
export type JoinAnswer = z.infer<typeof join.answer>
