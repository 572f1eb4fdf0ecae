import { z } from 'zod'
import {
  defineCall,
  money,
  optionalText,
  pageOf,
  paging,
  requiredText,
  searched,
  sentence,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { CASE_NOTE_MAX, caseFilters, caseSubjects, refundMethods, resolutionActions } from './constants.ts'

export * from './constants.ts'

// What the machine could not settle: decided by two super admins.

const superAdmin = ['super_admin'] as const

/** What a row of the list is about; its id is of that kind: an intent's, a receipt, a payout's, `alert-7`, `difference-3`, `reversal-SKL7RT61SV`. */
const caseKind = z.enum(['payment', 'receipt', 'payout', 'alert', 'difference', 'reversal'])

/** Those that need people come first. */
export const caseStatuses = [
  'review',
  'unresolved',
  'unproven',
  'suspense',
  'refund_unclear',
  'reversed',
  'payout_unclear',
  'payout_stuck',
  'payout_approval',
  'payouts_paused',
  'payouts_stuck',
  'contradiction',
  'difference',
  'waiting',
  'refunding',
  'counted',
  'not_paid',
  'refunded',
  'written_off',
  'paid',
  'cancelled',
  'closed',
] as const
const caseStatus = z.enum(caseStatuses)
export type CaseStatus = z.infer<typeof caseStatus>

const resolutionAction = z.enum(resolutionActions, { error: codedSentence('choose.action') })
export type ResolutionActionName = z.infer<typeof resolutionAction>

const refundMethod = z.enum(refundMethods, {
  error: codedSentence('choose.one_of', { words: 'reversal or b2c' }),
})

const person = z.object({ id: z.string(), username: z.string() })

const proposal = z.object({
  id: z.string(),
  action: resolutionAction,
  note: z.string(),
  proposed_by: person,
  proposed_at: timestamp,
  /** One's own: another super admin has to confirm it. */
  is_own: z.boolean(),
  /** Whether who asks and who has proposed it are two people. */
  can_confirm: z.boolean(),
  /** Who has proposed it is no super admin any more: nobody confirms it, and it is turned down. */
  is_proposer_gone: z.boolean(),
  /** What it is about is not what was seen then: nobody confirms it any more, and it is proposed anew. */
  has_changed: z.boolean(),
  /** Of a difference, as it was then. */
  amount: money.nullable(),
  receipt: z.string().nullable(),
  vote_code: z.string().nullable(),
  method: refundMethod.nullable(),
})
export type Proposal = z.infer<typeof proposal>

export const adminPayment = z.object({
  id: z.string(),
  kind: caseKind,
  status: caseStatus,
  /** A stable word: why people have to look. */
  reason: z.string().nullable(),
  /** What was paid, or what was asked for while nothing is paid. */
  amount: money.nullable(),
  /** What the payer was asked for; null if nobody was asked. */
  asked_amount: money.nullable(),
  /** Masked. */
  phone: z.string(),
  receipt: z.string().nullable(),
  /** The account number or reference that it goes by. */
  reference: z.string().nullable(),
  purpose: z.enum(caseSubjects).nullable(),
  /** For what or whom: a video's title, a name. */
  about: z.string().nullable(),
  since: timestamp,
  proposal: proposal.nullable(),
})
export type AdminPayment = z.infer<typeof adminPayment>
/** The same, before its sentences are in words. */
export type GivenAdminPayment = z.input<typeof adminPayment>

const event = z.object({
  at: timestamp,
  kind: z.enum([
    'asked',
    'request',
    'callback',
    'question',
    'statement',
    'receipt',
    'journal',
    'refund',
    'proposal',
    'decision',
    'approval',
    'alert',
    'check',
  ]),
  /** What it was, in a word or two of the machine's. */
  title: z.string(),
  /** What was made of it. */
  outcome: z.string().nullable(),
  /** As it came, phones masked. */
  raw: sentence.nullable(),
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
})
export type CaseEvent = z.infer<typeof event>
/** The same, before its sentences are in words. */
export type GivenCaseEvent = z.input<typeof event>

export const adminPaymentDetail = adminPayment.extend({
  /** What can be proposed now. */
  actions: z.array(resolutionAction),
  /** It concerns whoever asks: others decide. */
  is_own_matter: z.boolean(),
  /** The vote code has to be named for a credit: nobody knows what the money was for. */
  needs_vote_code: z.boolean(),
  /** The receipt has to be named: for a credit, as no money lies in suspense, or for the payment that a reversal gives back. */
  needs_receipt: z.boolean(),
  /** A gift's. */
  votes: z.number().nullable(),
  /** Of a payout above the threshold; while it waits for two, of those alone who are super admins still. */
  approvals: z.array(person),
  /** Whether the word of whoever asks counts for a payout: it does not within seven days of being let in. */
  can_approve: z.boolean(),
  timeline: z.array(event),
})
export type AdminPaymentDetail = z.infer<typeof adminPaymentDetail>
/** The same, before its sentences are in words. */
export type GivenAdminPaymentDetail = z.input<typeof adminPaymentDetail>

export const adminPayments = defineCall('GET /admin/payments/', {
  group: 'Admin',
  summary: 'What needs people: payments, payouts and alerts; a search looks at everything',
  access: superAdmin,
  query: z.object({
    ...paging,
    /** `open` is another name of `unresolved`. */
    status: z
      .preprocess(
        (given) => (given === '' || given === 'open' ? 'unresolved' : given),
        z.enum(caseFilters, { error: codedSentence('choose.status', { list: 'the list' }) }),
      )
      .default('unresolved'),
    /** A receipt, phone, id, reference or account number, whole. With it `status` is passed over. */
    search: searched,
  }),
  answer: pageOf(adminPayment),
})
export type AdminPaymentsQuery = z.output<typeof adminPayments.query>
export type AdminPaymentsPage = z.infer<typeof adminPayments.answer>
/** The same, before its sentences are in words. */
export type GivenAdminPaymentsPage = z.input<typeof adminPayments.answer>

/** An id of any kind of the list. */
const caseId = requiredText(40)

export const adminPaymentView = defineCall('GET /admin/payments/{id}/', {
  group: 'Admin',
  summary: 'One of them, with all that is known of it',
  access: superAdmin,
  params: z.object({ id: caseId }),
  answer: adminPaymentDetail,
})

const receiptCode = z
  .string({ error: codedSentence('field.not_string') })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10}$/, codedSentence('receipt_unfit'))

export const resolveBody = z
  .object({
    decision: z
      .enum(['propose', 'confirm', 'reject'], {
        error: codedSentence('choose.one_of', { words: 'propose, confirm or reject' }),
      })
      .default('propose'),
    action: resolutionAction.optional(),
    note: optionalText(CASE_NOTE_MAX).default(''),
    receipt: receiptCode.optional(),
    vote_code: optionalText(20).optional(),
    method: refundMethod.optional(),
    proposal_id: uuid.optional(),
  })
  .superRefine((body, context) => {
    const require = (path: 'action' | 'note' | 'proposal_id') => {
      if (!body[path])
        context.addIssue({ code: 'custom', path: [path], message: codedSentence('field.required') })
    }
    if (body.decision === 'propose') require('action')
    else require('proposal_id')
    if (body.decision !== 'confirm') require('note')
  })
export type ResolveBody = z.output<typeof resolveBody>

export const resolvePayment = defineCall('POST /admin/payments/{id}/resolve/', {
  group: 'Admin',
  summary: 'Propose what to do; a second super admin confirms or rejects it',
  access: superAdmin,
  params: z.object({ id: caseId }),
  body: resolveBody,
  answer: adminPaymentDetail,
  idempotent: true,
})
