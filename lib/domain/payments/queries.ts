import { firstRow, type Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import type { PaymentPurpose } from './schema.ts'
import { normaliseReference } from './touched.ts'

/** The payment that a Paybill account number belongs to, while it can still be paid. */
export function paybillReferenceTakes(
  on: Queryable,
  reference: string,
): Promise<{ id: string; purpose: PaymentPurpose; amount: Cents } | undefined> {
  return firstRow(
    on,
    `SELECT id, purpose::text, amount FROM payment_intent WHERE account_reference = $1
      AND state NOT IN ('credited', 'review', 'refund_pending', 'refunded')`,
    [normaliseReference(reference)],
  )
}
