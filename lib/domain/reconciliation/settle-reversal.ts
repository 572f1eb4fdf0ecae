import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { completeRefund } from '#lib/domain/refunds/close.ts'
import { closeReversal } from '#lib/domain/refunds/proven-by-statement.ts'
import { requestRefund } from '#lib/domain/refunds/request.ts'
import { lockRefund } from '#lib/domain/refunds/rows.ts'
import { takeBacks } from '#lib/domain/settlement/take-backs.ts'
import { gone, receiptUsed } from './errors.ts'
import type { PaymentSubject, ReceiptSubject, ReversalSubject } from './schema.ts'
import { undoWriteOff } from './write-off.ts'

/** A case whose payment M-Pesa reversed, locked and checked by the caller. */
export type Reversed = (PaymentSubject | ReceiptSubject) & {
  readonly reversal: NonNullable<PaymentSubject['reversal']>
}

/**
 * Reverses in our books a payment that M-Pesa has reversed by itself, as a refund whose money has left. A
 * credited payment goes through suspense, so that votes and shares are reversed as with any refund, once.
 * @throws RuleError not_possible, platform_short, receipt_used (409)
 */
export async function takeBackReversed(
  tx: Tx,
  subject: Reversed,
  actor: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { money, reversal } = subject
  if (!money || money.amount !== reversal.amount) throw gone()
  if (!(await closeReversal(tx, reversal.receipt))) throw gone()
  const { intentId, borne } = await intoSuspense(tx, subject, actor)
  const order = { receipt: money.receipt, intentId, method: 'reversal' } as const
  const refund = await lockRefund(tx.client, await requestRefund(tx, order))
  if (!refund) throw gone()
  try {
    const proof = reversal.receipt === money.receipt ? null : reversal.receipt
    await completeRefund(tx, refund, { proof, at: reversal.at, by: actor })
  } catch (error) {
    throw violatedConstraint(error) === 'refund_proof_key' ? receiptUsed() : error
  }
  return { refund: refund.id, borne_by_platform_cents: String(borne) }
}

/**
 * Moves a reversed payment's money to suspense, if it is not there.
 * @returns the payment that the refund ends, and the amount that the platform bears
 */
async function intoSuspense(
  tx: Tx,
  subject: Reversed,
  actor: string,
): Promise<{ intentId: string | null; borne: bigint }> {
  const { money } = subject
  if (money?.status === 'written_off') {
    await undoWriteOff(tx, money.receipt, actor)
    return { intentId: null, borne: money.amount }
  }
  if (subject.kind === 'receipt') return { intentId: null, borne: 0n }
  const { id, state, purpose } = subject
  if (state === 'review') return { intentId: id, borne: 0n }
  if (state !== 'credited') throw gone()
  await tx.kysely.updateTable('paymentIntent').set({ state: 'review' }).where('id', '=', id).execute()
  await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'unmatched' })
    .where('receipt', '=', money?.receipt ?? '')
    .where('status', 'in', ['credited', 'claimed'])
    .execute()
  const { borne } = await takeBacks[purpose](tx, id, { actor, at: now() })
  return { intentId: id, borne }
}

/**
 * Links a reversal to the payment that two people have found. That payment becomes the case.
 * @throws RuleError no_such_payment, other_amount, not_possible (409)
 */
export async function nameReversed(
  tx: Tx,
  { receipt, amount }: ReversalSubject,
  payment: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  if (!payment) throw gone()
  const paid = await tx.kysely
    .selectFrom('mpesaReceipt')
    .select('amount')
    .where('receipt', '=', payment)
    .executeTakeFirst()
  if (!paid) throw new RuleError('no_such_payment', 409)
  if (paid.amount !== amount) throw new RuleError('other_amount.reversal', 409)
  const named = await tx.kysely
    .updateTable('mpesaReversal')
    .set({ payment })
    .where('receipt', '=', receipt)
    .where('payment', 'is', null)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (named.numUpdatedRows === 0n) throw gone()
  return {}
}

/**
 * Unlinks a reversal from a payment that it does not belong to. The reversal becomes a case, until two people
 * name its payment.
 * @throws RuleError not_possible (409)
 */
export async function unlinkReversal(
  tx: Tx,
  { money, reversal }: Reversed,
): Promise<Readonly<Record<string, unknown>>> {
  if (!money) throw gone()
  const unlinked = await tx.kysely
    .updateTable('mpesaReversal')
    .set({ payment: null, unlinkedFrom: money.receipt })
    .where('receipt', '=', reversal.receipt)
    .where('payment', '=', money.receipt)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (unlinked.numUpdatedRows === 0n) throw gone()
  return { receipt: reversal.receipt }
}

/** Ends a reversal without reversing anything. @throws RuleError not_possible (409) */
export async function dismissReversal(tx: Tx, receipt: string): Promise<Readonly<Record<string, unknown>>> {
  if (!(await closeReversal(tx, receipt))) throw gone()
  return {}
}
