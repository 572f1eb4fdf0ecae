import type { PayoutState, RefundState } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

/** Money that M-Pesa is told to send: to whom it belongs, or back to who paid it. It is the name of its table too. */
export type OutgoingKind = 'payout' | 'refund'

/**
 * A payout or refund in flight: it was sent to M-Pesa, or may have been, and nobody knows yet what became of it
 * (docs/money.md, Payouts).
 */
export const inFlightStates = ['submitting', 'accepted', 'unknown'] as const satisfies readonly (PayoutState &
  RefundState)[]

/** What M-Pesa says of a payout or refund. */
export type OutgoingEvidence =
  | {
      readonly kind: 'paid'
      readonly receipt: string
      /** Null where the Result does not name it. */
      readonly amount: Cents | null
      readonly paidAt: Date
      readonly conversationId: string | null
      /** Whether it came from an address that is believed. */
      readonly trusted: boolean
    }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly conversationId: string | null
      readonly trusted: boolean
    }
  /** M-Pesa's message that the call waited too long in its queue (QueueTimeOut). */
  | { readonly kind: 'timeout' }
  /** It proves nothing: a status query that says anything but completed, or a body that can not be read. */
  | { readonly kind: 'undecided'; readonly why: string }
