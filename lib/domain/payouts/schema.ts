import type { Cents } from '#lib/core/money.ts'

export type PayoutState =
  | 'requested'
  | 'approved'
  | 'submitting'
  | 'accepted'
  | 'unknown'
  | 'paid'
  | 'failed'
  | 'cancelled'

/** What settlement has to know of a payout. */
export type Payout = {
  readonly id: string
  readonly ownerId: string
  readonly accountId: bigint
  readonly reference: string
  readonly amount: Cents
  readonly state: PayoutState
  /** Whether its amount is held on the wallet. */
  readonly isHeld: boolean
  /** The newest call's id. */
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
      /** From an address that is believed, or the answer to a question of ours. */
      readonly trusted: boolean
    }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly conversationId: string | null
      readonly trusted: boolean
    }
  /** QueueTimeOut. */
  | { readonly kind: 'timeout' }
  /** The status query's word for anything but completed: people may need it, the machine goes by nothing in it. */
  | { readonly kind: 'undecided'; readonly why: string }

export type AlertKind =
  | 'no_float'
  | 'initiator_refused'
  | 'unresolved'
  | 'contradiction'
  | 'stuck'
  | 'all_stuck'
