// Apart from the schemas, so that a screen that needs these loads no validation library.

/** What a payer can say is wrong. */
export const payerDisputeKinds = ['not_counted', 'not_me', 'wrong_dancer', 'wrong_amount'] as const

/** `reversed` is opened where M-Pesa has given a payment back. */
export const disputeKinds = [...payerDisputeKinds, 'reversed'] as const

/** `waiting` waits for an answer of who asked; the last two are closed. */
export const disputeStates = ['open', 'waiting', 'resolved', 'declined'] as const

/** Which of them a list shows. `unresolved` are open and waiting ones, those that are due first. */
export const disputeFilters = ['unresolved', 'overdue', 'mine', 'resolved', 'declined', 'all'] as const
export type DisputeFilter = (typeof disputeFilters)[number]

/** Steps of a payment in plain words, in their usual order. */
export const paymentSteps = [
  'asked',
  'prompted',
  'paid',
  'not_paid',
  'counted',
  'held',
  'refunding',
  'refunded',
  'refund_failed',
] as const

/** Characters, after trimming. */
export const DISPUTE_TEXT_MAX = 1_000
