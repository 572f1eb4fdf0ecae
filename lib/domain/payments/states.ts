import { sql } from 'kysely'
import type { PaymentState } from './schema.ts'

// Which states of a payment belong together (docs/money.md, Payments). Every rule and every query that speaks of one of
// these groups takes it from here.

/** A prompt is, or may still be, on the phone. The index payment_intent_open_prompt_key allows a phone one of these. */
export const promptOpenStates = [
  'created',
  'submitting',
  'awaiting',
  'submit_unknown',
] as const satisfies readonly PaymentState[]

/** M-Pesa may still tell by itself, or when asked, whether it was paid. */
export const pendingStates = [...promptOpenStates, 'verifying'] as const satisfies readonly PaymentState[]

/** M-Pesa or the payer said no, or the prompt never went out. */
export const declinedStates = ['declined', 'rejected'] as const satisfies readonly PaymentState[]

/** Whether it was paid is still open. */
export const undecidedStates = [...pendingStates, 'unresolved'] as const satisfies readonly PaymentState[]

/** The money came, and people decide about it or have decided to send it back. */
const heldStates = ['review', 'refund_pending', 'refunded'] as const satisfies readonly PaymentState[]

/** The money came, wherever it is now. */
export const paidStates = ['credited', ...heldStates] as const satisfies readonly PaymentState[]

/** Whether a state is one of a group. */
export function isOneOf<T extends string, S extends T>(states: readonly S[], state: T): state is S {
  return states.some((one) => one === state)
}

/** A group for SQL text. */
export function statesText(states: readonly PaymentState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`
}

/** A group for Kysely, as literals: the planner compares them with the conditions of partial indexes. */
export function statesLiteral<const S extends string>(states: readonly S[]) {
  return sql<S>`(${sql.join(states.map((state) => sql.lit(state)))})`
}
