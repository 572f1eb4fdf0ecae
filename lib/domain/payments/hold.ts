import { firstRow } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { paymentsChanged } from './events.ts'
import type { HoldReason, PaymentState, WithdrawnReason } from './schema.ts'

/** What became of a hold. */
export type Hold =
  /** Whatever proves the payment takes it to people: its money goes to suspense, and the payment to `review`. */
  | 'held'
  /** It was counted before: two people can still send it back (lib/domain/reconciliation). */
  | 'too_late'
  /** It is with people already, or over without money. */
  | 'not_open'

/**
 * Holds one payment for people (design/money.md, `review`). It is asked for and paid as any other; settlement then puts
 * the money into suspense and the intent into `review` with this reason, which the desk's list shows, and nothing is
 * counted until two super admins have credited it or sent it back. Call it in the transaction that finds the reason: when
 * the payment is ordered, or any time before it is settled. The same again changes nothing.
 *
 * A new reason to hold is a word of `HoldReason` in schema.ts and its sentence in messages (`payments.reasons`).
 * @throws Error where there is no such intent
 */
export async function holdForReview(tx: Tx, intentId: string, reason: HoldReason): Promise<Hold> {
  const intent = await firstRow<{ state: PaymentState }>(
    tx.client,
    'SELECT state::text FROM payment_intent WHERE id = $1 FOR NO KEY UPDATE',
    [intentId],
  )
  if (!intent) throw new Error(`no payment ${intentId} to hold`)
  if (intent.state === 'credited') return 'too_late'
  if (over.has(intent.state)) return 'not_open'
  await tx.client.query('UPDATE payment_intent SET hold_reason = coalesce(hold_reason, $2) WHERE id = $1', [
    intentId,
    reason,
  ])
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  return 'held'
}

/** Whether it is held because what it pays for was withdrawn: then the time of payment decides (docs/decisions/0055). */
export function isWithdrawal(reason: string | null): reason is WithdrawnReason {
  return reason === 'video_withdrawn' || reason === 'dancer_inactive'
}

/** `declined` and `rejected` are not among them: late evidence still credits those. */
const over: ReadonlySet<PaymentState> = new Set(['review', 'refund_pending', 'refunded'])
