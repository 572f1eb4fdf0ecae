import { sql } from 'kysely'
import type { PaymentState } from './schema.ts'

// Groups of payment states (docs/money.md, Payments) for all rules and queries.

/**
 * A prompt is, may be, or will be on the phone. The index payment_intent_open_prompt_key allows one per
 * phone.
 */
export const promptOpenStates = [
  'created',
  'submitting',
  'awaiting',
  'submit_unknown',
] as const satisfies readonly PaymentState[]

/** M-Pesa may still report a payment, by itself or when queried. */
export const pendingStates = [...promptOpenStates, 'verifying'] as const satisfies readonly PaymentState[]

/** M-Pesa or the payer declined, or no prompt was sent. */
export const declinedStates = ['declined', 'rejected'] as const satisfies readonly PaymentState[]

/** The outcome is open. */
export const undecidedStates = [...pendingStates, 'unresolved'] as const satisfies readonly PaymentState[]

/** The money came, and people decide or have decided to refund it. */
const heldStates = ['review', 'refund_pending', 'refunded'] as const satisfies readonly PaymentState[]

/** The money came, wherever it is now. */
export const paidStates = ['credited', ...heldStates] as const satisfies readonly PaymentState[]

export function isOneOf<T extends string, S extends T>(states: readonly S[], state: T): state is S {
  return states.some((one) => one === state)
}

export function statesText(states: readonly PaymentState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`
}

/** SQL literals, because the planner compares them with the conditions of partial indexes. */
export function statesLiteral<const S extends string>(states: readonly S[]) {
  return sql<S>`(${sql.join(states.map((state) => sql.lit(state)))})`
}
