export const payerDisputeKinds = ['not_counted', 'not_me', 'wrong_dancer', 'wrong_amount'] as const

/** `reversed`: opened when M-Pesa reversed a payment. */
export const disputeKinds = [...payerDisputeKinds, 'reversed'] as const

export const closedStates = ['resolved', 'declined'] as const

/** `waiting` for the payer's answer. */
export const disputeStates = ['open', 'waiting', ...closedStates] as const

/** `unresolved`: open and waiting, by due date. */
export const disputeFilters = ['unresolved', 'overdue', 'mine', 'resolved', 'declined', 'all'] as const
export type DisputeFilter = (typeof disputeFilters)[number]

/** In their usual order. */
export const paymentSteps = [
  'asked',
  'prompted',
  'paid',
  'not_paid',
  'counted',
  'held',
  'reversed',
  'refunding',
  'refunded',
  'refund_failed',
] as const

/** Characters after trimming. */
export const DISPUTE_TEXT_MAX = 1_000
