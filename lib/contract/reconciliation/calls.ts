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
  sentence,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import {
  CASE_NOTE_MAX,
  caseFilters,
  caseKinds,
  caseSubjects,
  refundMethods,
  resolutionActions,
} from './constants.ts'

export * from './constants.ts'

// Cases that only two super admins can settle.

const superAdmin = ['super_admin'] as const

/** A case's id: an intent's, a receipt, a payout's, `alert-7`, `difference-3` or `reversal-SKL7RT61SV`. */
const caseKind = z.enum(caseKinds)

/** Statuses that need people come first. */
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
  // Withdrawals have the states of `/admin/money-out/`.
  'held',
  'due',
  'sent',
  'unknown',
  'paid',
  'failed',
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
  /** The caller proposed it, so another super admin must confirm it. */
  is_own: z.boolean(),
  /** The proposer and the caller are two people. */
  can_confirm: z.boolean(),
  /** The proposer is no super admin any more: the proposal can only be rejected. */
  is_proposer_gone: z.boolean(),
  /** The case has changed: a new proposal is needed. */
  has_changed: z.boolean(),
  receipt: z.string().nullable(),
  vote_code: z.string().nullable(),
  method: refundMethod.nullable(),
})
export type Proposal = z.infer<typeof proposal>

export const adminPayment = z.object({
  id: z.string(),
  kind: caseKind,
  status: caseStatus,
  reason: z.string().nullable(),
  /** The paid amount; before payment the requested one. */
  amount: money.nullable(),
  asked_amount: money.nullable(),
  /** Masked. */
  phone: z.string(),
  receipt: z.string().nullable(),
  /** Account number or reference. */
  reference: z.string().nullable(),
  purpose: z.enum(caseSubjects).nullable(),
  /** A video's title or a name. */
  about: z.string().nullable(),
  since: timestamp,
  proposal: proposal.nullable(),
})
export type AdminPayment = z.infer<typeof adminPayment>
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
  title: z.string(),
  outcome: z.string().nullable(),
  /** Original text, phones masked. */
  raw: sentence.nullable(),
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
})
export type CaseEvent = z.infer<typeof event>
export type GivenCaseEvent = z.input<typeof event>

export const adminPaymentDetail = adminPayment.extend({
  actions: z.array(resolutionAction),
  /** The case concerns the caller, so others decide. */
  is_own_matter: z.boolean(),
  /** To credit the money, the vote code is needed: its purpose is unknown. */
  needs_vote_code: z.boolean(),
  /**
   * The receipt is needed: of a credit without money in suspense, or of the payment that a reversal returns.
   */
  needs_receipt: z.boolean(),
  /** Votes of a gift; otherwise null. */
  votes: z.number().nullable(),
  /** Super admins who approved a payout above the threshold; while it is pending only current ones. */
  approvals: z.array(person),
  /** The caller's approval of this payout counts: not within seven days of getting the role. */
  can_approve: z.boolean(),
  timeline: z.array(event),
})
export type AdminPaymentDetail = z.infer<typeof adminPaymentDetail>
export type GivenAdminPaymentDetail = z.input<typeof adminPaymentDetail>

const listedCases = z.object({
  /** `open` means `unresolved`. */
  status: z
    .preprocess(
      (given) => (given === '' || given === 'open' ? 'unresolved' : given),
      z.enum(caseFilters, { error: codedSentence('choose.status', { list: 'the list' }) }),
    )
    .default('unresolved'),
  /** By the day since when the case waits; for decided cases, of the decision. */
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** A whole receipt, phone, id, reference or account number. Ignores `status`. */
  search: searched,
})
export type CaseListFilters = z.output<typeof listedCases>

export const adminPayments = defineCall('GET /admin/payments/', {
  group: 'Admin',
  summary:
    'What needs people: payments, payouts and alerts; a search looks at everything; the same with .csv as a file',
  access: superAdmin,
  query: listedCases.extend(paging),
  answer: pageOf(adminPayment).extend({
    totals: z.array(
      z.object({
        kind: caseKind,
        count: z.number().int(),
        /** Null for alerts and differences, which are not about money of their own. */
        amount: money.nullable(),
      }),
    ),
  }),
})
export type AdminPaymentsQuery = z.output<typeof adminPayments.query>
export type AdminPaymentsPage = z.infer<typeof adminPayments.answer>
export type GivenAdminPaymentsPage = z.input<typeof adminPayments.answer>

export const adminPaymentFile = defineCall('GET /admin/payments.csv', {
  group: 'Admin',
  summary: 'The list as a file',
  access: superAdmin,
  query: listedCases,
  answer: z.string(),
})

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
