import type { Tx } from '#lib/core/outbox.ts'
import { receiptUsed } from './errors.ts'

/**
 * The receipt of a payment to us, of a refund or of a payout does not prove that something else has left.
 * @throws RuleError receipt_used (409)
 */
export async function requireUnused(tx: Tx, receipt: string): Promise<void> {
  const incoming = await tx.kysely
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('receipt', '=', receipt)
    .executeTakeFirst()
  if (incoming) throw receiptUsed()
  await requireNotOutgoing(tx, receipt)
}

/**
 * The receipt of a refund, a reversal or a payout does not prove that something was paid to us. One that was paid to us may be a payment's that
 * people look for, so whoever books it looks at that.
 * @throws RuleError receipt_used (409)
 */
export async function requireNotOutgoing({ kysely }: Tx, receipt: string): Promise<void> {
  const outgoing = await kysely
    .selectFrom('refund')
    .select('receipt')
    .where('proof', '=', receipt)
    .unionAll((eb) =>
      eb
        .selectFrom('mpesaReversal')
        .select('receipt')
        .where('receipt', '=', receipt)
        .where('payment', 'is distinct from', receipt),
    )
    .unionAll((eb) => eb.selectFrom('payout').select('reference as receipt').where('receipt', '=', receipt))
    .executeTakeFirst()
  if (outgoing) throw receiptUsed()
}
