import { z } from 'zod'
import {
  defineCall,
  money,
  requiredString,
  sentence,
  sentText,
  uuid,
  wholeNumber,
} from '#lib/contract/call.ts'
import { promptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { mobileNumber } from '#lib/contract/phone-field.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { MAX_GIFTS, VOTE_CODE_MAX } from './constants.ts'

export * from './constants.ts'

export const GIFT_PHONE_MESSAGE = codedSentence('gift_phone_unfit')
export const giftPhone = z.string({ error: GIFT_PHONE_MESSAGE }).regex(/^2547\d{8}$/, GIFT_PHONE_MESSAGE)
/** The payer's phone in any form. 01 numbers get no gift prompt, but can pay by Paybill. */
export const payingPhone = mobileNumber(z.string({ error: GIFT_PHONE_MESSAGE }), GIFT_PHONE_MESSAGE)

export const typedReceipt = z
  .string(requiredString)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10}$/, codedSentence('receipt_unfit.payer'))

const quantity = wholeNumber
  .min(1, codedSentence('gift_quantity.positive'))
  .max(MAX_GIFTS, codedSentence('gift_quantity.most', { most: MAX_GIFTS }))

export const bulkVote = defineCall('POST /videos/{id}/bulk-vote/', {
  group: 'Gifts',
  alsoAnswers: [403],
  summary: 'Gift votes to a video: sends an M-Pesa prompt to the phone',
  params: z.object({ id: uuid }),
  body: z.object({
    session_id: sentText(64, 8),
    device_fingerprint: sentText(24, 10),
    phone_number: giftPhone,
    vote_count: quantity,
  }),
  status: 202,
  answer: z.object({
    success: z.literal(true),
    gift_id: z.string(),
    status: z.literal('pending'),
    payment_required: z.boolean(),
    payment_url: z.string().nullable(),
    amount: money,
    message: sentence,
  }),
  idempotent: true,
})
export type BulkVoteAnswer = z.infer<typeof bulkVote.answer>
export type GivenBulkVoteAnswer = z.input<typeof bulkVote.answer>

export const giftStatus = z.enum(['pending', 'completed', 'failed', 'expired', 'under_review', 'refunded'])
export type GiftStatus = z.infer<typeof giftStatus>

export const giftFailure = z.enum([
  'cancelled',
  'wrong_pin',
  'low_balance',
  'no_answer',
  'limit',
  'duplicate',
  'locked',
  'not_sent',
  'wrong_number',
  'paused',
  'crowded',
  'busy',
  'other',
])
export type GiftFailure = z.infer<typeof giftFailure>

export const gift = z.object({
  id: z.string(),
  status: giftStatus,
  failure: giftFailure.nullable(),
  vote_count: z.number().int(),
  video_id: z.string(),
  video_title: z.string(),
  amount: money,
  receipt: z.string().nullable(),
  message: sentence,
  /** How to pay by Paybill; null once settled or after the video's voting. */
  paybill: z.object({ business_number: z.string(), account_number: z.string() }).nullable(),
  /** A prompt might be on the phone. */
  prompt_open: z.boolean(),
  prompt: promptStanding,
  can_retry_prompt: z.boolean(),
  /** Estimated queue time of the prompt; null if sent or next. */
  wait_seconds: z.number().int().nullable(),
  /** Seconds until this phone gets prompts again after unpaid ones (`paused`); else null. */
  prompt_in_seconds: z.number().int().nullable(),
  /**
   * The entry's rank with and without this gift (null: below 100). Null if the gift is not counted or the
   * entry unranked.
   */
  place: z.object({ with: z.number().int(), without: z.number().int().nullable() }).nullable(),
  created_at: z.string(),
})
export type GiftView = z.infer<typeof gift>
export type GivenGiftView = z.input<typeof gift>

export const giftDetail = defineCall('GET /gifts/{id}/', {
  group: 'Gifts',
  summary: 'A gift by its unguessable id',
  params: z.object({ id: uuid }),
  answer: gift,
})

export const retryPrompt = defineCall('POST /gifts/{id}/prompt/', {
  group: 'Gifts',
  alsoAnswers: [409],
  summary: 'Send the prompt of a gift whose prompt never left',
  params: z.object({ id: uuid }),
  status: 202,
  answer: gift,
})

export const claim = defineCall('POST /gifts/claim/', {
  group: 'Gifts',
  alsoAnswers: [404, 409],
  summary: 'Find a paid but uncounted payment by its M-Pesa receipt and count it once',
  body: z.object({
    receipt: typedReceipt,
    phone_number: payingPhone,
    /** The video's code, if the payment named none. */
    vote_code: z.string().trim().max(VOTE_CODE_MAX).optional(),
  }),
  answer: gift,
})

export const testVote = defineCall('POST /test-vote/', {
  group: 'Gifts',
  alsoAnswers: [403, 404, 409],
  summary: 'Votes paid at once through the M-Pesa simulator; does not exist in production',
  body: z.object({ video_id: uuid, vote_count: quantity }),
  status: 202,
  answer: bulkVote.answer,
})
