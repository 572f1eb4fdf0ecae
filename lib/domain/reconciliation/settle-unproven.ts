import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import type { ReceiptStatus } from '#lib/core/generated/kysely/tables.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { takeBackGift } from '#lib/domain/gifts/take-back.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { gone, receiptUsed } from './errors.ts'
import type { PaymentSubject } from './schema.ts'
import { requireNotOutgoing } from './used-receipts.ts'

/**
 * Called after two people have searched M-Pesa's portal for the receipt of a payment counted by a query.
 * Stores a found receipt; if M-Pesa never had the payment, reverses the gift.
 * @throws RuleError not_possible, receipt_used, platform_short (409)
 */
export async function settleUnproven(
  tx: Tx,
  subject: PaymentSubject,
  found: 'found_paid' | 'found_unpaid',
  { receipt, actor }: { receipt: string | undefined; actor: string },
): Promise<Readonly<Record<string, unknown>>> {
  const intent = await tx.kysely
    .selectFrom('paymentIntent')
    .select('receiptMissingSince')
    .where('id', '=', subject.id)
    .where('state', '=', 'credited')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!intent?.receiptMissingSince) throw gone()
  if (found === 'found_paid') {
    if (!receipt) throw gone()
    await requireNotOutgoing(tx, receipt)
    await noteReceipt(tx, subject, receipt)
    await emit(tx, paymentsChanged, { intent_ids: [subject.id] })
    return {}
  }
  // The gift never counts again: if M-Pesa's statement lists its payment after all, the money goes to
  // suspense.
  await tx.kysely
    .updateTable('paymentIntent')
    .set({ state: 'declined', resultCode: 'not_found', receiptMissingSince: null })
    .where('id', '=', subject.id)
    .execute()
  const { borne } = await takeBackGift(tx, subject.id, { actor, at: now(), wasPaid: false })
  await emit(tx, paymentsChanged, { intent_ids: [subject.id] })
  return { borne_by_platform_cents: String(borne) }
}

async function noteReceipt({ kysely }: Tx, subject: PaymentSubject, receipt: string): Promise<void> {
  try {
    await kysely
      .insertInto('mpesaReceipt')
      // Without a phone: M-Pesa reported none, and the orderer might not be the payer.
      .columns(['receipt', 'status', 'intentId', 'amount', 'source', 'paidAt'])
      .expression((eb) =>
        eb
          .selectFrom('paymentIntent')
          .select([
            sql<string>`${receipt}::text`.as('receipt'),
            sql<ReceiptStatus>`'credited'::receipt_status`.as('status'),
            'id',
            'amount',
            sql<string>`'desk'`.as('source'),
            'paidAt',
          ])
          .where('id', '=', subject.id),
      )
      .execute()
  } catch (error) {
    throw violatedConstraint(error) === 'mpesa_receipt_pkey' ? receiptUsed() : error
  }
  await kysely
    .updateTable('paymentIntent')
    .set({ receiptMissingSince: null })
    .where('id', '=', subject.id)
    .execute()
}
