import { emit, type Tx } from '#lib/core/outbox.ts'
import { paymentsChanged } from './events.ts'
import type { HoldReason } from './schema.ts'
import { heldStates, isOneOf } from './states.ts'

/** What became of a hold. */
export type Hold =
  /** Whatever proves the payment takes it to people: its money goes to suspense, and the payment to `review`. */
  | 'held'
  /** It was counted before: two people can still send it back (lib/domain/reconciliation). */
  | 'too_late'
  /** It is with people already, or over without money. */
  | 'not_open'

/**
 * Holds one payment for people (docs/money.md, Payments). It is asked for and paid as any other; settlement then puts
 * the money into suspense and the intent into `review` with this reason, which the desk's list shows, and nothing is
 * counted until two super admins have credited it or sent it back. Call it in the transaction that finds the reason: when
 * the payment is ordered, or any time before it is settled. The same again changes nothing.
 *
 * A new reason to hold is a word of `HoldReason` in schema.ts and its sentence in messages (`payments.reasons`).
 * @throws Error where there is no such intent
 */
export async function holdForReview(tx: Tx, intentId: string, reason: HoldReason): Promise<Hold> {
  const intent = await tx.kysely
    .selectFrom('payment_intent')
    .select('state')
    .where('id', '=', intentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!intent) throw new Error(`no payment ${intentId} to hold`)
  if (intent.state === 'credited') return 'too_late'
  // `declined` and `rejected` are open: late evidence still credits those.
  if (isOneOf(heldStates, intent.state)) return 'not_open'
  await tx.prisma.paymentIntent.updateMany({
    where: { id: intentId, holdReason: null },
    data: { holdReason: reason },
  })
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  return 'held'
}
