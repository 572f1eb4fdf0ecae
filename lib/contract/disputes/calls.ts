import { z } from 'zod'
import {
  defineCall,
  filterDay,
  money,
  optionalText,
  pageOf,
  paging,
  requiredText,
  searched,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { payingPhone, typedReceipt } from '#lib/contract/gifts/calls.ts'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { adminPayment } from '#lib/contract/reconciliation/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import {
  DISPUTE_TEXT_MAX,
  disputeFilters,
  disputeKinds,
  disputeStates,
  payerDisputeKinds,
  paymentSteps,
} from './constants.ts'

export * from './constants.ts'

// A complaint about a payment by its payer, or a reversal by M-Pesa, until a super admin closes it.

const superAdmin = ['super_admin'] as const

const payerKind = z.enum(payerDisputeKinds, {
  error: codedSentence('choose.one_of', { words: `one of ${payerDisputeKinds.join(', ')}` }),
})
const state = z.enum(disputeStates, {
  error: codedSentence('choose.one_of', { words: `one of ${disputeStates.join(', ')}` }),
})
export type DisputeKind = (typeof disputeKinds)[number]
export type DisputeState = z.infer<typeof state>

const step = z.object({
  step: z.enum(paymentSteps),
  at: timestamp,
  /** Amount ordered, paid or refunded; null at other steps. */
  amount: money.nullable(),
})
export type PaymentStep = z.infer<typeof step>

export const openDispute = defineCall('POST /disputes/', {
  group: 'Gifts',
  alsoAnswers: [409],
  summary:
    'Say that something is wrong with a payment, without an account; the answer has a link to follow it',
  body: z.object({
    kind: payerKind,
    receipt: typedReceipt,
    phone_number: payingPhone,
    /** The payer's description. */
    text: optionalText(DISPUTE_TEXT_MAX).default(''),
    /** Answers are mailed here; without an email, only the dispute's link shows them. */
    email: z
      .union([z.literal(''), z.email({ error: codedSentence('email_unfit') })], {
        error: codedSentence('email_unfit'),
      })
      .default(''),
  }),
  status: 201,
  answer: z.object({ reference: z.string(), link: z.string(), due_at: timestamp }),
  idempotent: true,
})

export const followedDispute = defineCall('GET /disputes/{token}/', {
  group: 'Gifts',
  summary: 'How a dispute stands, by the link that its payer was given',
  params: z.object({ token: requiredText(80) }),
  answer: z.object({
    reference: z.string(),
    kind: z.enum(disputeKinds),
    state,
    receipt: z.string(),
    /** What the payer wrote on the public page; empty for disputes that staff opened. */
    text: z.string(),
    created_at: timestamp,
    due_at: timestamp,
    closed_at: timestamp.nullable(),
    messages: z.array(z.object({ at: timestamp, text: z.string() })),
    /** Empty unless the named phone has paid. */
    steps: z.array(step),
  }),
})
export type FollowedDispute = z.infer<typeof followedDispute.answer>

export const dispute = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(disputeKinds),
  state,
  origin: z.enum(['public', 'desk', 'reversal']),
  receipt: z.string(),
  /** Paid, or ordered if nothing was paid; null while the payment is unknown. */
  amount: money.nullable(),
  /** Masked. */
  phone: z.string(),
  owner: z.object({ id: z.string(), username: z.string() }).nullable(),
  due_at: timestamp,
  is_overdue: z.boolean(),
  created_at: timestamp,
  closed_at: timestamp.nullable(),
})
export type Dispute = z.infer<typeof dispute>

export const disputeQuery = z.object({
  status: z
    .enum(disputeFilters, { error: codedSentence('choose.status', { list: 'the list' }) })
    .default('unresolved'),
  kind: z
    .union([z.literal(''), z.enum(disputeKinds)], {
      error: codedSentence('choose.one_of', { words: `one of ${disputeKinds.join(', ')}` }),
    })
    .default(''),
  /** By the day the dispute was opened. */
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** A whole reference, receipt or phone. */
  search: searched,
})
export type DisputeQuery = z.output<typeof disputeQuery>

export const disputes = defineCall('GET /admin/disputes/', {
  group: 'Admin',
  summary: 'Disputes, those that are due first; the same with .csv as a file',
  access: superAdmin,
  query: disputeQuery.extend(paging),
  answer: pageOf(dispute).extend({
    /** Sum of the known amounts on all pages of the selection. */
    amount: money,
    /** Of all disputes, not only the selected ones. */
    figures: z.object({
      open: z.number().int(),
      overdue: z.number().int(),
      /** From opening to closing, over 30 days; null without any. */
      median_hours: z.number().nullable(),
    }),
  }),
})
export type DisputePage = z.infer<typeof disputes.answer>

export const disputeFile = defineCall('GET /admin/disputes.csv', {
  group: 'Admin',
  summary: 'Disputes as a file',
  access: superAdmin,
  query: disputeQuery,
  answer: z.string(),
})

export const disputeDetail = dispute.extend({
  /** The payer's description. */
  text: z.string(),
  email: z.string(),
  opened_by: z.string().nullable(),
  /** The payment's id in `GET /admin/payments/{id}/`; null while unknown. */
  case_id: z.string().nullable(),
  /** The steps that the payer sees. */
  steps: z.array(step),
  /** Newest last. */
  notes: z.array(
    z.object({ kind: z.enum(['note', 'message']), by: z.string(), at: timestamp, text: z.string() }),
  ),
  /** The link by which the payer follows the dispute. */
  link: z.string(),
})
export type DisputeDetail = z.infer<typeof disputeDetail>

const ofDispute = z.object({ id: uuid })

export const disputeView = defineCall('GET /admin/disputes/{id}/', {
  group: 'Admin',
  summary: 'A dispute with its notes and what is known of its payment',
  access: superAdmin,
  params: ofDispute,
  answer: disputeDetail,
})

export const disputeCandidates = defineCall('GET /admin/disputes/{id}/candidates/', {
  group: 'Admin',
  summary: 'The payments of the phone or receipt that a dispute names, the newest first',
  access: superAdmin,
  params: ofDispute,
  answer: z.object({ results: z.array(adminPayment) }),
})

export const openDeskDispute = defineCall('POST /admin/disputes/', {
  group: 'Admin',
  summary: 'Open a dispute for a phone or receipt, for somebody who has called or written',
  access: superAdmin,
  body: z
    .object({
      kind: payerKind,
      receipt: z.union([z.literal(''), typedReceipt]).default(''),
      phone_number: z.union([z.literal(''), payingPhone]).default(''),
      /** As the key of `/admin/payers/{key}/`: its phone is used without `phone_number`. */
      payer: optionalText(64).default(''),
      text: optionalText(DISPUTE_TEXT_MAX).default(''),
      email: openDispute.body.shape.email,
      /** Language of mails to the payer. */
      locale: z.enum(mailLocales, { error: codedSentence('choose.language') }).default('en'),
    })
    .superRefine(({ receipt, phone_number, payer }, context) => {
      if (receipt === '' && phone_number === '' && payer === '')
        context.addIssue({ code: 'custom', path: ['receipt'], message: codedSentence('receipt_or_phone') })
    }),
  status: 201,
  answer: disputeDetail,
  idempotent: true,
})

export const changeDispute = defineCall('POST /admin/disputes/{id}/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Take it, give it to a colleague, move its due date, name its payment, or close it',
  access: superAdmin,
  params: ofDispute,
  body: z
    .object({
      /** A super admin's id; null for nobody. If absent, the owner stays. */
      owner: uuid.nullable().optional(),
      /** Due at the end of this Nairobi day. */
      due_on: z.iso.date({ error: codedSentence('field.not_date') }).optional(),
      state: state.optional(),
      /** Message to the payer, sent with a new state. */
      answer: optionalText(DISPUTE_TEXT_MAX).default(''),
      /** A receipt, or an id of the list of payments. */
      case_id: optionalText(40).optional(),
    })
    .superRefine((change, context) => {
      if (change.answer !== '' && change.state === undefined)
        context.addIssue({ code: 'custom', path: ['state'], message: codedSentence('field.required') })
    }),
  answer: disputeDetail,
})

export const noteDispute = defineCall('POST /admin/disputes/{id}/notes/', {
  group: 'Admin',
  summary: 'Add a note for colleagues, or write to the payer',
  access: superAdmin,
  params: ofDispute,
  body: z.object({
    kind: z.enum(['note', 'message'], {
      error: codedSentence('choose.one_of', { words: 'note or message' }),
    }),
    text: requiredText(DISPUTE_TEXT_MAX),
  }),
  answer: disputeDetail,
  idempotent: true,
})

export const searchStatement = defineCall('POST /admin/disputes/{id}/statement/', {
  group: 'Admin',
  summary: "Read M-Pesa's statement of the last two days again, which finds payments that nobody has told of",
  access: superAdmin,
  params: ofDispute,
  status: 202,
  answer: disputeDetail,
})
