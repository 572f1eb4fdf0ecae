import { db } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { isCarried } from '#lib/domain/mpesa/limits.ts'
import type { AskedPayment, PaybillRefusal, PurposeHandlers } from './purpose.ts'
import { findPayableByReference } from './queries.ts'

/**
 * Why a Paybill payment must be refused, or null. If the account number names a payment of ours, its purpose
 * decides; otherwise each purpose is asked.
 * @param asked.accountReference as typed
 * @param asked.amount in cents; null if unreadable
 */
export async function validatePaybill(
  handlers: PurposeHandlers,
  asked: AskedPayment & { readonly accountReference: string; readonly amount: Cents | null },
): Promise<PaybillRefusal | null> {
  const { accountReference, amount, ...payment } = asked
  const known = await findPayableByReference(db(), accountReference)
  if (known) {
    if (known.amount !== amount) return 'amount'
    const handler = handlers[known.purpose]
    return handler ? handler.validatePaybill(db(), { intentId: known.id, ...payment }) : 'account'
  }
  if (amount === null || !isCarried(amount)) return 'amount'
  for (const handler of Object.values(handlers)) {
    const refusal = await handler.validateNewPaybill?.(db(), { accountReference, amount, ...payment })
    if (refusal !== undefined && refusal !== 'account') return refusal
  }
  return 'account'
}
