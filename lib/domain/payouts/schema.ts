import type { PayoutAlertKind, PayoutState } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { PayoutState }

export type Payout = {
  readonly id: string
  readonly ownerId: string
  readonly accountId: bigint
  readonly reference: string
  readonly amount: Cents
  readonly state: PayoutState
  /** Whether its amount is held on the wallet. */
  readonly isHeld: boolean
  /** The payout's newest call in `daraja_request`. */
  readonly attemptId: string | null
  readonly conversationId: string | null
}

export type AlertKind = PayoutAlertKind

/** States without a hold, except after a failure by our own fault. */
export const releasedStates = ['cancelled', 'failed'] as const satisfies readonly PayoutState[]
