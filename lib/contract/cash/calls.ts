import { z } from 'zod'
import {
  defineCall,
  filterDay,
  inLowerCase,
  money,
  optionalText,
  pageOf,
  paging,
  requiredNumber,
  requiredText,
  searched,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import {
  CASH_EVIDENCE_MAX,
  CASH_NOTE_MAX,
  cashKinds,
  cashPlaces,
  cashStates,
  listedCashKinds,
} from './constants.ts'

export * from './constants.ts'

// Money outside of the product (M-Pesa, bank, owner), and the cash position.

const access = ['super_admin'] as const

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: codedSentence('choose.one_of', { words: `one of ${words.join(', ')}` }) })
const filterOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess((given) => inLowerCase(given) || undefined, oneOf(words).optional())

/** A Nairobi day (`2026-11-22`). */
const wholeDay = z.iso
  .date({ error: codedSentence('field.not_date') })
  // There were no books before 2000.
  .refine((value) => value.startsWith('20'), codedSentence('field.not_date'))

/** Amounts up to here are exact in cents. */
const LARGEST = 1_000_000_000

const amount = z
  .number(requiredNumber)
  .positive({ error: codedSentence('amount.positive'), abort: true })
  .max(LARGEST, {
    error: codedSentence('amount.most', { max: LARGEST.toLocaleString('en-KE') }),
    abort: true,
  })
  .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(String(value)), codedSentence('amount.decimals'))

export const cashJournal = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(listedCashKinds),
  /** Null for the opening balance. */
  place: z.enum(cashPlaces).nullable(),
  amount: money,
  /** Change of each account's balance. */
  changes: z.object({ working: money, utility: money, bank: money }),
  evidence: z.string(),
  note: z.string(),
  happened_at: timestamp,
  status: z.enum(cashStates),
  /** Reference of the reversed journal. */
  reverses: z.string().nullable(),
  /** Reference of the reversal, also if unconfirmed. */
  reversed_by: z.string().nullable(),
  /** Null for M-Pesa's charges and the opening balance. */
  proposed_by: z.string().nullable(),
  proposed_at: timestamp,
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  is_own: z.boolean(),
  /** Nobody confirms their own journal; two accounts of one person do not count as two. */
  can_confirm: z.boolean(),
  /** The proposer is no super admin any more: the journal can only be rejected. */
  is_proposer_gone: z.boolean(),
  can_reverse: z.boolean(),
})
export type CashJournal = z.infer<typeof cashJournal>

const filters = z.object({
  kind: filterOf(listedCashKinds),
  status: filterOf(cashStates),
  /** By the day the money moved. */
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** Part of a reference, evidence, note or proposer's username. */
  search: searched,
})
export type CashFilters = z.output<typeof filters>

export const cashJournals = defineCall('GET /admin/cash-journals/', {
  group: 'Admin',
  summary: 'Money that moved outside of the product, newest first; the same with .csv as a file',
  access,
  query: filters.extend(paging),
  answer: pageOf(cashJournal).extend({
    /** Confirmed journals of the selection, minus reversals. */
    totals: z.object({
      working: money,
      utility: money,
      bank: money,
      mpesa_charges: money,
      bank_charges: money,
      owner: money,
    }),
  }),
})
export type CashJournalPage = z.infer<typeof cashJournals.answer>
export type CashListQuery = z.output<typeof cashJournals.query>

export const cashFile = defineCall('GET /admin/cash-journals.csv', {
  group: 'Admin',
  summary: 'The list as a file',
  access,
  query: filters,
  answer: z.string(),
})

export const proposeCash = defineCall('POST /admin/cash-journals/', {
  group: 'Admin',
  status: 201,
  alsoAnswers: [409],
  summary: 'Propose a journal of money that moved outside of the product',
  access,
  body: z.object({
    kind: oneOf(cashKinds),
    place: oneOf(cashPlaces),
    amount,
    happened_on: wholeDay,
    evidence: optionalText(CASH_EVIDENCE_MAX).default(''),
    note: requiredText(CASH_NOTE_MAX),
  }),
  answer: cashJournal,
  idempotent: true,
})
export type CashBody = z.output<typeof proposeCash.body>

const one = z.object({ id: uuid })

export const confirmCash = defineCall('POST /admin/cash-journals/{id}/confirm/', {
  group: 'Admin',
  summary: "Confirm another super admin's journal; it is posted",
  access,
  params: one,
  answer: cashJournal,
  idempotent: true,
})

export const rejectCash = defineCall('POST /admin/cash-journals/{id}/reject/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Reject a proposed journal; its own super admin can withdraw it, too',
  access,
  params: one,
  body: z.object({ reason: optionalText(CASH_NOTE_MAX).default('') }),
  answer: cashJournal,
})

export const reverseCash = defineCall('POST /admin/cash-journals/{id}/reverse/', {
  group: 'Admin',
  status: 201,
  summary: 'Propose a journal that takes a confirmed one back',
  access,
  params: one,
  body: z.object({ note: requiredText(CASH_NOTE_MAX) }),
  answer: cashJournal,
  idempotent: true,
})

const owed = z.object({
  /** Money in people's wallets, without money held for withdrawals. */
  wallets: money,
  /** Held for withdrawals. */
  held: money,
  /** Pending refunds, and undecided payments. */
  refunds: money,
  prize_pool: money,
  royalty_pool: money,
  /** Other debts, such as taxes. */
  other: money,
  total: money,
})

export const cashPosition = defineCall('GET /admin/cash-position/', {
  group: 'Admin',
  summary: 'What M-Pesa holds, what the books say, what is owed, what is free; with the last 30 days',
  access,
  answer: z.object({
    /** M-Pesa's last answer; null before the first. */
    mpesa: z.object({ working: money, utility: money, uncleared: money, read_at: timestamp }).nullable(),
    /** Balances by the ledger. */
    books: z.object({ working: money, utility: money, bank: money }),
    /** M-Pesa's balance minus the books, beyond what payouts and refunds in flight explain. */
    difference: z.object({ working: money, utility: money }),
    owed,
    /** What M-Pesa holds by the books, minus what is owed, minus shortfalls found at M-Pesa. */
    free: money,
    /** M-Pesa holds less than is owed. */
    is_short: z.boolean(),
    /** 30 days, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), held: money, owed: money, free: money, bank: money })),
  }),
})
export type CashPosition = z.infer<typeof cashPosition.answer>
