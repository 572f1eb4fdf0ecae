import type { Tx } from '#lib/core/outbox.ts'
import { isIncoming, isOutgoing } from '#lib/domain/mpesa/known-receipts.ts'
import { receiptUsed } from './errors.ts'

/**
 * A known incoming or outgoing receipt does not prove that other money has left.
 * @throws RuleError receipt_used (409)
 */
export async function requireUnused(tx: Tx, receipt: string): Promise<void> {
  if (await isIncoming(tx, receipt)) throw receiptUsed()
  await requireNotOutgoing(tx, receipt)
}

/**
 * An outgoing receipt does not prove an incoming payment. An incoming one may belong to the payment in
 * question, so the caller checks that.
 * @throws RuleError receipt_used (409)
 */
export async function requireNotOutgoing(tx: Tx, receipt: string): Promise<void> {
  if (await isOutgoing(tx, receipt)) throw receiptUsed()
  const booked = await tx.kysely
    .selectFrom('cashJournal')
    .select('id')
    .where('receipt', '=', receipt)
    // A charge has the receipt of the transaction that it was charged for.
    .where('kind', 'not in', ['mpesa_charge', 'bank_charge'])
    .where('state', '<>', 'rejected')
    .where('reverses', 'is', null)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  if (booked) throw receiptUsed()
}
