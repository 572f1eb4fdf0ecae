import type { Cents } from '#lib/core/money.ts'

export type RefundMethod = 'reversal' | 'b2c'

/** `failed` is final: another try is a refund of its own. */
export type RefundState = 'requested' | 'submitting' | 'accepted' | 'unknown' | 'done' | 'failed'

/** What settlement has to know of a refund. */
export type Refund = {
  readonly id: string
  /** Of the payment that goes back. */
  readonly receipt: string
  /** The payment that ends with it; null where the money was for nothing, or paid twice. */
  readonly intentId: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly state: RefundState
  /** The newest call's id. */
  readonly attemptId: string | null
  readonly conversationId: string | null
}
