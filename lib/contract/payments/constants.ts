// Apart from the schemas, so that a screen that needs these loads no validation library.

/**
 * What people pay for: the values of the column `payment_intent.purpose`. Each needs a handler (lib/domain/settlement/purposes.ts),
 * a figure (lib/domain/overview/period.ts) and words; whatever is missing of these does not compile. What SQL reads of it is tested
 * in tests/integration/reconciliation/purposes.test.ts.
 */
export const paymentPurposes = ['gift', 'subscription', 'topup'] as const
export type PaymentPurposeName = (typeof paymentPurposes)[number]

/** How a payment stands, in the few words that a list is narrowed by; lib/domain/overview/payments.ts has their states. */
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

/** Rows of a page of the list of all payments. */
export const PAYMENTS_PAGE = 50
