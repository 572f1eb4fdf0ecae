/**
 * Values of `payment_intent.purpose`. Each needs a handler (lib/domain/settlement/purposes.ts), a figure
 * (lib/domain/overview/period.ts) and words, or it does not compile.
 * tests/integration/reconciliation/purposes.test.ts checks the SQL.
 */
export const paymentPurposes = ['gift', 'subscription', 'topup'] as const
export type PaymentPurposeName = (typeof paymentPurposes)[number]

/** Groups of payment states for filters, defined in lib/domain/overview/payments.ts. */
export const paymentStandings = [
  'counted',
  'waiting',
  'not_paid',
  'review',
  'unresolved',
  'refunding',
  'refunded',
] as const
export type PaymentStanding = (typeof paymentStandings)[number]

export const PAYMENTS_PAGE = 50

/** Totals of more payments would take seconds. */
export const MOST_ADDED_UP = 100_000
