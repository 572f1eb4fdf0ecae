import { now } from '#lib/core/clock.ts'
import { firstRow, violatedConstraint } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { takeBackGift } from '#lib/domain/gifts/take-back.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { gone, receiptUsed } from './errors.ts'
import type { PaymentSubject } from './schema.ts'

/**
 * Two people have looked with M-Pesa for the receipt of what was counted on the word of a query. It is there, and is noted; or
 * M-Pesa never had this payment, and what was counted is taken back to where it came from.
 * @throws RuleError not_possible, receipt_used, platform_short (409)
 */
export async function settleUnproven(
  tx: Tx,
  subject: PaymentSubject,
  found: 'found_paid' | 'found_unpaid',
  { receipt, actor }: { receipt: string | undefined; actor: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { client } = tx
  const intent = await firstRow<{ missing: boolean }>(
    client,
    `SELECT receipt_missing_since IS NOT NULL AS missing FROM payment_intent
      WHERE id = $1 AND state = 'credited' FOR NO KEY UPDATE`,
    [subject.id],
  )
  if (!intent?.missing) throw gone()
  if (found === 'found_paid') {
    if (!receipt) throw gone()
    await noteReceipt(tx, subject, receipt)
    await emit(tx, paymentsChanged, { intent_ids: [subject.id] })
    return {}
  }
  // Not paid, and never to be counted again: what the statement may still list of it goes to suspense.
  await client.query(
    `UPDATE payment_intent SET state = 'declined', result_code = 'not_found', receipt_missing_since = NULL WHERE id = $1`,
    [subject.id],
  )
  const { borne } = await takeBackGift(tx, subject.id, { actor, at: now(), wasPaid: false })
  await emit(tx, paymentsChanged, { intent_ids: [subject.id] })
  return { borne_by_platform_cents: String(borne) }
}

async function noteReceipt({ client }: Tx, subject: PaymentSubject, receipt: string): Promise<void> {
  try {
    await client.query(
      `INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at)
        SELECT $2, 'credited', id, amount, 'desk', phone, paid_at FROM payment_intent WHERE id = $1`,
      [subject.id, receipt],
    )
  } catch (error) {
    throw violatedConstraint(error) === 'mpesa_receipt_pkey' ? receiptUsed() : error
  }
  await client.query('UPDATE payment_intent SET receipt_missing_since = NULL WHERE id = $1', [subject.id])
}
