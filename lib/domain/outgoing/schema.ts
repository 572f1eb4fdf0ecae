import type { PayoutState, RefundState } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

/** The kind is also the name of the table. */
export type OutgoingKind = 'payout' | 'refund'

/** States of payouts and refunds that were (perhaps) sent, without an outcome (docs/money.md, Payouts). */
export const inFlightStates = ['submitting', 'accepted', 'unknown'] as const satisfies readonly (PayoutState &
  RefundState)[]

export type OutgoingEvidence =
  | {
      readonly kind: 'paid'
      readonly receipt: string
      /** Null if the Result has none. */
      readonly amount: Cents | null
      readonly paidAt: Date
      readonly conversationId: string | null
      /** Whether the Result came from a trusted address. */
      readonly trusted: boolean
    }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly conversationId: string | null
      readonly trusted: boolean
    }
  /** QueueTimeOut: the request waited too long in M-Pesa's queue. */
  | { readonly kind: 'timeout' }
  /** A status other than completed, or an unreadable body. */
  | { readonly kind: 'undecided'; readonly why: string }
