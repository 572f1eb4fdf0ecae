import type { Tx } from '#lib/core/outbox.ts'
import { isAsProposed } from './as-proposed.ts'
import { gone } from './errors.ts'
import { findSubject } from './find-subject.ts'
import type { Details } from './proposals.ts'
import { readSubjects } from './read-subjects.ts'
import type { PaymentSubject, ReceiptSubject, Subject } from './schema.ts'

/** Locks a payment after its receipts, as settlement does. @returns its current state */
export async function lockPayment(
  { client, kysely }: Tx,
  { kind, id }: Pick<PaymentSubject, 'kind' | 'id'>,
): Promise<Subject> {
  await kysely
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('intentId', '=', id)
    .orderBy('receipt')
    .forNoKeyUpdate()
    .execute()
  await kysely.selectFrom('paymentIntent').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const [locked] = await readSubjects(client, [{ kind, id }])
  if (!locked) throw gone()
  return locked
}

/**
 * Locks a receipt that is a case. Refuses it if M-Pesa's statement has assigned it to a payment meanwhile,
 * which is then the case.
 * @throws RuleError not_possible (409)
 */
export async function lockReceipt(tx: Tx, { id }: ReceiptSubject, details: Details): Promise<void> {
  await tx.kysely
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('receipt', '=', id)
    .forNoKeyUpdate()
    .execute()
  const locked = await findSubject(tx.client, id)
  if (locked.kind !== 'receipt' || !isAsProposed(locked, details)) throw gone()
}
