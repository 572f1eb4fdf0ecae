import type { PayoutAlertKind, PayoutState } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { PayoutState }

/**
 * A payout or refund in flight: it was sent to M-Pesa, or may have been, and nobody knows yet what became of it
 * (docs/money.md, Payouts).
 */
export const inFlightStates = ['submitting', 'accepted', 'unknown'] as const satisfies readonly PayoutState[]

/** What settlement needs of a payout. */
export type Payout = {
  readonly id: string
  readonly ownerId: string
  readonly accountId: bigint
  readonly reference: string
  readonly amount: Cents
  readonly state: PayoutState
  /** Whether its amount is held on the wallet. */
  readonly isHeld: boolean
  /** The id of its newest call in `daraja_request`. */
  readonly attemptId: string | null
  readonly conversationId: string | null
}

/** What M-Pesa says of a payout. */
export type PayoutEvidence =
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

export type AlertKind = PayoutAlertKind
