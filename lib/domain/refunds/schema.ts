import type { RefundMethod, RefundState } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { RefundMethod, RefundState }

/** A refund that is over. `failed` is final too: another try is a refund of its own. */
export const closedStates = ['done', 'failed'] as const satisfies readonly RefundState[]

/** What settlement needs of a refund. */
export type Refund = {
  readonly id: string
  /** Of the payment that goes back. */
  readonly receipt: string
  /** The payment that ends with it; null where the money was for nothing, or paid twice. */
  readonly intentId: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly state: RefundState
  /** The id of its newest call in `daraja_request`. */
  readonly attemptId: string | null
  readonly conversationId: string | null
}
