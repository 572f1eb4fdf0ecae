import type { RefundMethod, RefundState } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { RefundMethod, RefundState }

/** `failed` is final too: another attempt is a new refund. */
export const closedStates = ['done', 'failed'] as const satisfies readonly RefundState[]

export type Refund = {
  readonly id: string
  /** Receipt of the refunded payment. */
  readonly receipt: string
  /** The payment that the refund ends; null if the money was for nothing, or paid twice. */
  readonly intentId: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly state: RefundState
  /** The refund's newest call in `daraja_request`. */
  readonly attemptId: string | null
  readonly conversationId: string | null
}
