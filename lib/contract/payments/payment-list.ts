import { z } from 'zod'
import { defineCall, filterDay, inLowerCase, money, searched } from '#lib/contract/call.ts'
import { adminPayment } from '#lib/contract/reconciliation/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { paymentPurposes, paymentStandings } from './constants.ts'

export * from './constants.ts'

// Every payment; lib/contract/reconciliation has only those that need people.

const access = ['super_admin'] as const

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, error: string) =>
  z.preprocess((given) => inLowerCase(given) || undefined, z.enum(words, { error }).optional())

export const paymentFilters = z.object({
  purpose: oneOf(
    paymentPurposes,
    codedSentence('choose.one_of', { words: `one of ${paymentPurposes.join(', ')}` }),
  ),
  state: oneOf(paymentStandings, codedSentence('choose.state')),
  /** By the day the payment was created. */
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
  /** A whole phone, receipt, reference, account number or id. */
  search: searched,
})
export type PaymentFilters = z.output<typeof paymentFilters>

/** Time and id of the page's last row. */
const cursor = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    codedSentence('field.not_next'),
  )
  .refine((value) => !Number.isNaN(Date.parse(value.slice(0, 24))), codedSentence('field.not_next'))

export const listedPayment = adminPayment
  .pick({
    id: true,
    status: true,
    reason: true,
    amount: true,
    phone: true,
    receipt: true,
    reference: true,
    purpose: true,
    about: true,
  })
  .extend({
    created_at: adminPayment.shape.since,
  })
export type ListedPayment = z.infer<typeof listedPayment>

export const paymentList = defineCall('GET /admin/all-payments/', {
  group: 'Admin',
  summary: 'Every payment, the newest first; the same with .csv as a file',
  access,
  query: paymentFilters.extend({ after: z.preprocess((given) => given || undefined, cursor.optional()) }),
  answer: z.object({
    results: z.array(listedPayment),
    /** `after` of the next page; null on the last. */
    next: z.string().nullable(),
  }),
})
export type PaymentListQuery = z.output<typeof paymentList.query>
export type PaymentList = z.infer<typeof paymentList.answer>

const sum = { count: z.number().int(), amount: money }

export const paymentTotals = defineCall('GET /admin/all-payments/totals/', {
  group: 'Admin',
  summary: 'Sums of the payments that match, in all and by state',
  access,
  query: paymentFilters,
  answer: z.object({
    ...sum,
    /** Null with a count and amount of 0 if more than 100,000 payments match. */
    by_state: z.array(z.object({ state: z.enum(paymentStandings), ...sum })).nullable(),
  }),
})
export type PaymentTotals = z.infer<typeof paymentTotals.answer>
export type GivenPaymentTotals = z.input<typeof paymentTotals.answer>

export const paymentFile = defineCall('GET /admin/all-payments.csv', {
  group: 'Admin',
  summary: 'The list as a file',
  access,
  query: paymentFilters,
  answer: z.string(),
})
