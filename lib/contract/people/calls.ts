import { z } from 'zod'
import { userItem } from '#lib/contract/accounts/user-list.ts'
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
import { kycDocument } from '#lib/contract/kyc/calls.ts'
import { wallet } from '#lib/contract/wallets/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import {
  LETTER_MAX,
  letterTopics,
  moneySteps,
  PERSON_REASON_MAX,
  PERSON_REASON_MIN,
  payerSections,
  personSections,
  withdrawalBars,
} from './constants.ts'

export * from './constants.ts'

const access = ['super_admin'] as const
const ofPerson = { group: 'Admin', access, params: z.object({ id: uuid }) } as const
const reason = requiredText(PERSON_REASON_MAX, PERSON_REASON_MIN)

/** Unsettled money of one section and state. */
const openMoney = z.object({
  section: z.enum(['withdrawals', 'payments', 'gifts', 'shares']),
  /**
   * As `state` in that section's records. `shares` are shares of gifts that a fraud signal holds, by the signal's
   * state: `open` or `escalated`.
   */
  state: z.string(),
  count: z.number().int(),
  amount: money,
  /** Time of the oldest one. */
  since: timestamp,
  /** When the next pending withdrawal is due; otherwise null. */
  due_at: timestamp.nullable(),
})

/** Unresolved ones, by due date, at most 20. */
const openDisputes = z.array(z.object({ id: z.string(), reference: z.string(), due_at: timestamp }))

const revocation = z.object({
  id: z.string(),
  reason: z.string(),
  /** Username. */
  proposed_by: z.string(),
  proposed_at: timestamp,
  is_own: z.boolean(),
  can_confirm: z.boolean(),
  /** The proposer is no super admin any more: the proposal can only be declined. */
  is_proposer_gone: z.boolean(),
})

export const personView = userItem.extend({
  /** If true, the phone's page is `/admin/payers/{id}/`. */
  has_phone: z.boolean(),
  is_email_verified: z.boolean(),
  locale: z.string(),
  phone_changed_at: timestamp.nullable(),
  erased_at: timestamp.nullable(),
  open_sessions: z.number().int(),
  kyc: z
    .object({
      submitted_at: timestamp.nullable(),
      reviewed_at: timestamp.nullable(),
      /** When two super admins revoked the identity; null once the person has submitted it again. */
      revoked_at: timestamp.nullable(),
      rejection_reason: sentence,
      /**
       * Links come from `GET /users/compliance/kyc-submissions/{id}/documents/{document_type}/`, which is
       * audited.
       */
      documents: z.array(kycDocument),
      /** False for drafts. */
      can_open: z.boolean(),
      revocation: revocation.nullable(),
    })
    .nullable(),
  wallet: wallet.nullable(),
  /** Null unless withdrawals are frozen. */
  freeze: z.object({ at: timestamp, reason: z.string() }).nullable(),
  /** Why no withdrawal is sent now. */
  withdrawal_bars: z.array(z.enum(withdrawalBars)),
  open_money: z.array(openMoney),
  /** About the phone in the profile, or top-ups and subscriptions. */
  open_disputes: openDisputes,
})
export type PersonView = z.infer<typeof personView>
export type GivenPersonView = z.input<typeof personView>
export type OpenMoney = z.infer<typeof openMoney>

export const person = defineCall('GET /admin/people/{id}/', {
  ...ofPerson,
  summary: 'A person with an account: state, identity, wallet, and money that is not settled',
  answer: personView,
})

/** A row of any section; absent values are null or empty. */
export const record = z.object({
  id: z.string(),
  at: timestamp,
  /** A code; which ones depends on the section. */
  kind: z.string(),
  /** A code; which ones depends on the section. */
  state: z.string().nullable(),
  title: sentence,
  detail: sentence,
  /** A code of `AdminPayments.reasons`, the end of a session, or a sentence about M-Pesa's result code. */
  reason: sentence.nullable(),
  /** The title of the month. */
  month: z.string().nullable(),
  /** Signed in the section `wallet`. */
  amount: money.nullable(),
  /** The amount requested, if another amount was paid and the payment is not counted. */
  asked_amount: money.nullable(),
  /** The wallet's balance afterwards. */
  balance: money.nullable(),
  votes: z.number().int().nullable(),
  /** M-Pesa's receipt. */
  receipt: z.string().nullable(),
  reference: z.string().nullable(),
  /** Masked. */
  phone: z.string(),
  /** Usernames of the staff who acted. */
  by: z.string(),
  /** In order of time. */
  steps: z.array(z.object({ step: z.enum(moneySteps), at: timestamp })),
  /** The id in `/admin/payments/{id}/`. */
  case_id: z.string().nullable(),
  video_id: z.string().nullable(),
})
export type PersonRecord = z.infer<typeof record>
export type GivenRecord = z.input<typeof record>

const filters = {
  /** Part of the row's texts or reference; a whole receipt or phone. */
  search: searched,
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** Empty for all. */
  kind: optionalText(60).default(''),
  /** Empty for all. */
  state: optionalText(60).default(''),
}

/**
 * Over the whole selection, not only the page. `incoming` and `votes` are those that counted or were paid, `others`
 * are the remaining amounts.
 */
const totals = z.object({
  incoming: money,
  outgoing: money,
  others: money,
  votes: z.number().int(),
})
const recordPage = pageOf(record).extend({ totals })
export type PersonRecords = z.infer<typeof recordPage>
export type GivenRecordPage = z.input<typeof recordPage>

const sectionOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: codedSentence('choose.one_of', { words: names.join(', ') }) })

const ofPersonQuery = z.object({ section: sectionOf(personSections), ...filters })
const ofPayerQuery = z.object({ section: sectionOf(payerSections), ...filters })
export type RecordFilters = Omit<z.output<typeof ofPersonQuery>, 'section'>

export const personRecords = defineCall('GET /admin/people/{id}/records/', {
  ...ofPerson,
  summary: 'One section of a person’s page, newest first, with totals; the same with .csv as a file',
  query: ofPersonQuery.extend(paging),
  answer: recordPage,
})

export const personFile = defineCall('GET /admin/people/{id}/records.csv', {
  ...ofPerson,
  summary: 'A section of a person’s page as a file',
  query: ofPersonQuery,
  answer: z.string(),
})

/** A phone in any form, a receipt, a payment’s id, or a user's id for the phone of the profile. */
const payerKey = requiredText(64)
const ofPayer = { group: 'Admin', access, params: z.object({ key: payerKey }) } as const

export const payer = defineCall('GET /admin/payers/{key}/', {
  ...ofPayer,
  summary: 'A phone number that pays: its money by state, and the people whose phone it is',
  answer: z.object({
    /** The key in the address of the payer's page. */
    key: z.string(),
    /** Masked. */
    phone: z.string(),
    /** M-Pesa masked or hashed the phone, so only payments with the same value are included. */
    is_partial: z.boolean(),
    people: z.array(z.object({ id: z.string(), username: z.string(), role: z.string() })),
    gifts: z.object({ count: z.number().int(), counted: money, votes: z.number().int() }),
    first_at: timestamp.nullable(),
    last_at: timestamp.nullable(),
    open_money: z.array(openMoney.extend({ section: z.enum(['gifts', 'payments', 'refunds']) })),
    /** About the phone or its payments. */
    open_disputes: openDisputes,
  }),
})
export type PayerView = z.infer<typeof payer.answer>

export const payerRecords = defineCall('GET /admin/payers/{key}/records/', {
  ...ofPayer,
  summary: 'One section of a payer’s page, newest first, with totals; the same with .csv as a file',
  query: ofPayerQuery.extend(paging),
  answer: recordPage,
})

export const payerFile = defineCall('GET /admin/payers/{key}/records.csv', {
  ...ofPayer,
  summary: 'A section of a payer’s page as a file',
  query: ofPayerQuery,
  answer: z.string(),
})

const withReason = { ...ofPerson, body: z.object({ reason }), answer: personView } as const

export const freezeWithdrawals = defineCall('POST /admin/people/{id}/freeze-withdrawals/', {
  ...withReason,
  /** Code of a 409: `staff_account`. */
  alsoAnswers: [409],
  summary:
    'Take and send no withdrawal of theirs; what was sent to M-Pesa goes on, and they are told by mail',
})

export const unfreezeWithdrawals = defineCall('POST /admin/people/{id}/unfreeze-withdrawals/', {
  ...withReason,
  alsoAnswers: [409],
  summary: 'Take and send their withdrawals again',
})

export const revokeIdentity = defineCall('POST /admin/people/{id}/revoke-identity/', {
  ...withReason,
  /** Codes of a 409: `staff_account`, `identity_not_approved`, `proposal_open`. */
  alsoAnswers: [409],
  status: 202,
  summary: 'Propose to revoke an approved identity; another super admin confirms it',
})

/** The proposal that the caller read: another one could have replaced it. */
const ofProposal = z.object({ proposal_id: uuid })

export const confirmRevocation = defineCall('POST /admin/people/{id}/revoke-identity/confirm/', {
  ...ofPerson,
  body: ofProposal,
  /** Codes of a 409: `requester_gone`, `identity_not_approved`, `proposal_gone`. */
  alsoAnswers: [409],
  summary: 'Revoke the identity as a second super admin: they are told why, and may submit it again',
  answer: personView,
})

export const rejectRevocation = defineCall('POST /admin/people/{id}/revoke-identity/reject/', {
  ...ofPerson,
  body: ofProposal,
  /** Code of a 409: `proposal_gone`. */
  alsoAnswers: [409],
  summary: 'Decline the proposal, or withdraw one’s own',
  answer: personView,
})

export const writeLetter = defineCall('POST /admin/people/{id}/letters/', {
  ...ofPerson,
  summary: 'Mail a person: a template of the topic with the writer’s own words in it',
  body: z.object({
    topic: z.enum(letterTopics, {
      error: codedSentence('choose.one_of', { words: letterTopics.join(', ') }),
    }),
    text: requiredText(LETTER_MAX, PERSON_REASON_MIN),
  }),
  status: 201,
  answer: z.object({ id: z.string() }),
  idempotent: true,
})
