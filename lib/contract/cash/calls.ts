import { z } from 'zod'
import {
  defineCall,
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

// Money that moves outside of the product: at M-Pesa, at the bank, by the owner; and what there is beside what is owed.

const access = ['super_admin'] as const

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: codedSentence('choose.one_of', { words: `one of ${words.join(', ')}` }) })
const filterOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess((given) => inLowerCase(given) || undefined, oneOf(words).optional())

/** A day in Nairobi (`2026-11-22`). */
const wholeDay = z.iso
  .date({ error: codedSentence('field.not_date') })
  // Before that there were no books.
  .refine((value) => value.startsWith('20'), codedSentence('field.not_date'))
const filterDay = z.preprocess((given) => given || undefined, wholeDay.optional())

/** Far more than there is, and exact in cents. */
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
  /** What people quote. */
  reference: z.string(),
  kind: z.enum(listedCashKinds),
  /** The account that it was entered for; null for the opening. */
  place: z.enum(cashPlaces).nullable(),
  amount: money,
  /** By how much each account holds more afterwards. */
  changes: z.object({ working: money, utility: money, bank: money }),
  evidence: z.string(),
  note: z.string(),
  happened_at: timestamp,
  status: z.enum(cashStates),
  /** The reference of the journal that this one takes back. */
  reverses: z.string().nullable(),
  /** The reference of the journal that takes this one back, or would once it is confirmed. */
  reversed_by: z.string().nullable(),
  /** Null for what M-Pesa's statement lists, and for the opening. */
  proposed_by: z.string().nullable(),
  proposed_at: timestamp,
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  is_own: z.boolean(),
  /** Whether who asks may confirm it: nobody confirms their own, and two people are two. */
  can_confirm: z.boolean(),
  /** Who has proposed it is no super admin any more: nobody confirms it, and it is rejected. */
  is_proposer_gone: z.boolean(),
  /** Whether a journal that takes it back can be proposed. */
  can_reverse: z.boolean(),
})
export type CashJournal = z.infer<typeof cashJournal>

const filters = z.object({
  kind: filterOf(listedCashKinds),
  status: filterOf(cashStates),
  /** By when it happened. */
  from: filterDay,
  /** The day counts whole. */
  to: filterDay,
  /** Part of a reference, an evidence or a note, or a proposer's user name. */
  search: searched,
})
export type CashFilters = z.output<typeof filters>

export const cashJournals = defineCall('GET /admin/cash-journals/', {
  group: 'Admin',
  summary: 'Money that moved outside of the product, newest first; the same with .csv as a file',
  access,
  query: filters.extend(paging),
  answer: pageOf(cashJournal).extend({
    /** Of the confirmed journals of the selection, reversals taken off. */
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
  /** On wallets, without what is held for withdrawals. */
  wallets: money,
  /** Held for withdrawals. */
  held: money,
  /** Refunds under way, and payments that nobody has decided about. */
  refunds: money,
  prize_pool: money,
  royalty_pool: money,
  /** What else the books owe, such as taxes. */
  other: money,
  total: money,
})

export const cashPosition = defineCall('GET /admin/cash-position/', {
  group: 'Admin',
  summary: 'What M-Pesa holds, what the books say, what is owed, what is free; with the last 30 days',
  access,
  answer: z.object({
    /** What M-Pesa said last; null while it has never answered. */
    mpesa: z.object({ working: money, utility: money, uncleared: money, read_at: timestamp }).nullable(),
    /** What the ledger says. */
    books: z.object({ working: money, utility: money, bank: money }),
    /** What M-Pesa holds less what the books say, beyond what is in flight; zero where both agree. */
    difference: z.object({ working: money, utility: money }),
    owed,
    /** What M-Pesa holds beyond what is owed. The books count, less what M-Pesa has been found to lack. */
    free: money,
    /** More is owed than M-Pesa holds. */
    is_short: z.boolean(),
    /** The last 30 days as the worker noted them, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), held: money, owed: money, free: money, bank: money })),
  }),
})
export type CashPosition = z.infer<typeof cashPosition.answer>
