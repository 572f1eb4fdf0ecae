import type { Tx } from '#lib/core/outbox.ts'
import { isIncoming, isOutgoing } from '#lib/domain/mpesa/known-receipts.ts'
import { receiptUsed } from './errors.ts'

/**
 * The receipt of a payment to us, of a refund, of a payout or of a cash journal does not prove that something else has left.
 * @throws RuleError receipt_used (409)
 */
export async function requireUnused(tx: Tx, receipt: string): Promise<void> {
  if (await isIncoming(tx, receipt)) throw receiptUsed()
  await requireNotOutgoing(tx, receipt)
}

/**
 * The receipt of a refund, a reversal, a payout or a cash journal does not prove that something was paid to us. A receipt of a payment to
 * us can belong to the payment that people look for, so the caller checks that.
 * @throws RuleError receipt_used (409)
 */
export async function requireNotOutgoing(tx: Tx, receipt: string): Promise<void> {
  if (await isOutgoing(tx, receipt)) throw receiptUsed()
  const booked = await tx.kysely
    .selectFrom('cashJournal')
    .select('id')
    .where('receipt', '=', receipt)
    // A charge has the receipt of what it was charged for.
    .where('kind', 'not in', ['mpesa_charge', 'bank_charge'])
    .where('state', '<>', 'rejected')
    .where('reverses', 'is', null)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  if (booked) throw receiptUsed()
}
