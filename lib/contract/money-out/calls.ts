import { z } from 'zod'
import {
  defineCall,
  filterDay,
  inLowerCase,
  money,
  searched,
  sentence,
  timestamp,
} from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { moneyOutKinds, moneyOutStates } from './constants.ts'

// Withdrawals and refunds through M-Pesa, prizes and royalties to wallets.

const access = ['super_admin'] as const

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (given) => inLowerCase(given) || undefined,
    z
      .enum(words, { error: codedSentence('choose.one_of', { words: `one of ${words.join(', ')}` }) })
      .optional(),
  )

/** The time that the day filter uses. */
const timesOfFilter = ['started', 'paid'] as const

export const moneyOutFilters = z.object({
  kind: oneOf(moneyOutKinds),
  state: oneOf(moneyOutStates),
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** Which time the day filter uses. `started`: requested or decided. `paid`: paid. */
  by: oneOf(timesOfFilter),
  /** A whole phone, receipt, reference or id, or a person's name or email. */
  search: searched,
})
export type MoneyOutFilters = z.output<typeof moneyOutFilters>

/** Time and key of the page's last row. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-z:-]{1,60}$/, codedSentence('field.not_next'))
  .refine((value) => !Number.isNaN(Date.parse(value.slice(0, 24))), codedSentence('field.not_next'))

export const moneyOutRow = z.object({
  /** Id in GET /admin/payments/{id}/, for withdrawals and refunds; null for money to a wallet. */
  case_id: z.string().nullable(),
  key: z.string(),
  kind: z.enum(moneyOutKinds),
  state: z.enum(moneyOutStates),
  /** Before tax. */
  amount: money,
  /** Withheld from a prize or royalty. */
  tax: money,
  /** The owner's username; null for a payer without an account. */
  person: z.string().nullable(),
  person_id: z.string().nullable(),
  /** Masked. */
  phone: z.string(),
  reference: z.string(),
  receipt: z.string().nullable(),
  /** Why the money has not arrived or is held, by M-Pesa or us; null without a reason. */
  reason: sentence.nullable(),
  /** When the withdrawal was requested, or the other money decided. */
  started_at: timestamp,
  /** When a withdrawal is sent at the earliest; null for other money. */
  due_at: timestamp.nullable(),
  approved_at: timestamp.nullable(),
  sent_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
})
export type MoneyOutRow = z.infer<typeof moneyOutRow>
export type GivenMoneyOutRow = z.input<typeof moneyOutRow>

export const moneyOut = defineCall('GET /admin/money-out/', {
  group: 'Admin',
  summary: 'Withdrawals, refunds, prizes and royalties, newest first; with .csv as a file',
  access,
  query: moneyOutFilters.extend({ after: z.preprocess((given) => given || undefined, cursor.optional()) }),
  answer: z.object({
    results: z.array(moneyOutRow),
    next: z.string().nullable(),
  }),
})
export type MoneyOutQuery = z.output<typeof moneyOut.query>
export type GivenMoneyOutList = z.input<typeof moneyOut.answer>

/** Amounts are before tax. */
const sum = z.object({ count: z.number().int(), amount: money, tax: money })

export const moneyOutTotals = defineCall('GET /admin/money-out/totals/', {
  group: 'Admin',
  summary:
    'Sums of the money out that matches: what left M-Pesa, what was credited to wallets, and each kind by state',
  access,
  query: moneyOutFilters,
  answer: z.object({
    /** Withdrawals and refunds that are paid. */
    left_mpesa: sum,
    /**
     * Prizes and royalties. They are in wallets and leave M-Pesa when they are withdrawn, so the two sums
     * overlap.
     */
    credited: sum,
    by_kind: z.array(sum.extend({ kind: z.enum(moneyOutKinds), state: z.enum(moneyOutStates) })),
  }),
})
export type MoneyOutTotals = z.infer<typeof moneyOutTotals.answer>
export type GivenMoneyOutTotals = z.input<typeof moneyOutTotals.answer>

export const moneyOutFile = defineCall('GET /admin/money-out.csv', {
  group: 'Admin',
  summary: 'The list as a file',
  access,
  query: moneyOutFilters,
  answer: z.string(),
})
