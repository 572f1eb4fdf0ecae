import { z } from 'zod'
import { userItem } from '#lib/contract/accounts/user-list.ts'
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

/** Money that is not yet where it should be: all of one section and state. */
const openMoney = z.object({
  section: z.enum(['withdrawals', 'payments', 'gifts']),
  /** As the records of that section have it. */
  state: z.string(),
  count: z.number().int(),
  amount: money,
  /** Of the oldest. */
  since: timestamp,
  /** When the next of the withdrawals that wait is due; null for all else. */
  due_at: timestamp.nullable(),
})

const revocation = z.object({
  reason: z.string(),
  /** The username of the super admin who proposed it. */
  proposed_by: z.string(),
  proposed_at: timestamp,
  is_own: z.boolean(),
  /** Whether the reader may confirm it. */
  can_confirm: z.boolean(),
  /** The proposer is no super admin any more: nobody confirms it, and it is declined. */
  is_proposer_gone: z.boolean(),
})

export const personView = userItem.extend({
  /** Whether any phone is known: its page is `/admin/payers/{id}/`. */
  has_phone: z.boolean(),
  is_email_verified: z.boolean(),
  locale: z.string(),
  phone_changed_at: timestamp.nullable(),
  erased_at: timestamp.nullable(),
  /** Sessions that are open now. */
  open_sessions: z.number().int(),
  kyc: z
    .object({
      submitted_at: timestamp.nullable(),
      reviewed_at: timestamp.nullable(),
      rejection_reason: sentence,
      /** Names and sizes. A link to one is `GET /users/compliance/kyc-submissions/{id}/documents/{document_type}/`, and on record. */
      documents: z.array(kycDocument),
      /** Whether the documents can be opened: drafts cannot. */
      can_open: z.boolean(),
      revocation: revocation.nullable(),
    })
    .nullable(),
  wallet: wallet.nullable(),
  /** Null while withdrawals are not frozen. */
  freeze: z.object({ at: timestamp, reason: z.string() }).nullable(),
  /** Why no withdrawal of theirs is sent now. */
  withdrawal_bars: z.array(z.enum(withdrawalBars)),
  open_money: z.array(openMoney),
})
export type PersonView = z.infer<typeof personView>
export type GivenPersonView = z.input<typeof personView>
export type OpenMoney = z.infer<typeof openMoney>

export const person = defineCall('GET /admin/people/{id}/', {
  ...ofPerson,
  summary: 'A person with an account: state, identity, wallet, and money that is not settled',
  answer: personView,
})

/** A row of any section. What a section does not have is null or empty. */
export const record = z.object({
  id: z.string(),
  at: timestamp,
  /** A stable word: what it is. */
  kind: z.string(),
  /** A stable word: how it stands. */
  state: z.string().nullable(),
  title: sentence,
  detail: sentence,
  /** A stable word of `AdminPayments.reasons`, or M-Pesa's code. */
  reason: z.string().nullable(),
  /** The title of the month. */
  month: z.string().nullable(),
  /** Signed in the wallet. */
  amount: money.nullable(),
  /** Of the wallet, after it. */
  balance: money.nullable(),
  votes: z.number().int().nullable(),
  /** M-Pesa's receipt. */
  receipt: z.string().nullable(),
  reference: z.string().nullable(),
  /** Masked. */
  phone: z.string(),
  /** The usernames of the staff who did it. */
  by: z.string(),
  /** What happened when, in the order in which it happens. */
  steps: z.array(z.object({ step: z.enum(moneySteps), at: timestamp })),
  /** The payment, withdrawal or receipt at `/admin/payments/{id}/`. */
  case_id: z.string().nullable(),
  video_id: z.string().nullable(),
})
export type PersonRecord = z.infer<typeof record>
export type GivenRecord = z.input<typeof record>

/** A day in Nairobi (`2026-11-22`); empty is none. */
const day = z.preprocess(
  (given) => given || undefined,
  z.iso.date({ error: codedSentence('field.not_date') }).optional(),
)

const filters = {
  /** Any part of what the row says; a whole receipt or reference. */
  search: searched,
  from: day,
  /** The day counts whole. */
  to: day,
  /** A kind of the section; empty is every one. */
  kind: optionalText(60).default(''),
  /** A state of the section; empty is every one. */
  state: optionalText(60).default(''),
}

/** Sums over the whole selection, not only the page. */
const totals = z.object({ incoming: money, outgoing: money, votes: z.number().int() })
const recordPage = pageOf(record).extend({ totals })
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

/** A phone as people write it, a receipt, a payment’s id, or the id of a person for the phone of their profile. */
const payerKey = requiredText(64)
const ofPayer = { group: 'Admin', access, params: z.object({ key: payerKey }) } as const

export const payer = defineCall('GET /admin/payers/{key}/', {
  ...ofPayer,
  summary: 'A phone number that pays: its money by state, and the people whose phone it is',
  answer: z.object({
    /** What the address of its page names. */
    key: z.string(),
    /** Masked. */
    phone: z.string(),
    /** M-Pesa has told it masked or as a hash: only payments that it told the same way are here. */
    is_partial: z.boolean(),
    people: z.array(z.object({ id: z.string(), username: z.string(), role: z.string() })),
    gifts: z.object({ count: z.number().int(), counted: money, votes: z.number().int() }),
    first_at: timestamp.nullable(),
    last_at: timestamp.nullable(),
    open_money: z.array(openMoney.extend({ section: z.enum(['gifts', 'payments', 'refunds']) })),
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
  /** `staff_account` */
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
  /** `staff_account`, `identity_not_approved`, `proposal_open` */
  alsoAnswers: [409],
  status: 202,
  summary: 'Propose to revoke an approved identity; another super admin confirms it',
})

export const confirmRevocation = defineCall('POST /admin/people/{id}/revoke-identity/confirm/', {
  ...ofPerson,
  /** `requester_gone`, `identity_not_approved` */
  alsoAnswers: [409],
  summary: 'Revoke the identity as a second super admin: they are told why, and may submit it again',
  answer: personView,
})

export const rejectRevocation = defineCall('POST /admin/people/{id}/revoke-identity/reject/', {
  ...ofPerson,
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
})
