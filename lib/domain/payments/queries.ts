import { firstRow, type Queryable } from '#lib/core/db.ts'

/** The payment that a Paybill account number belongs to, while it can still be paid. */
export function paybillReferenceTakes(
  on: Queryable,
  reference: string,
): Promise<{ amount: bigint } | undefined> {
  return firstRow(
    on,
    `SELECT amount FROM payment_intent WHERE account_reference = $1
      AND state NOT IN ('credited', 'review', 'refund_pending', 'refunded')`,
    [reference.replace(/\s/g, '').toUpperCase()],
  )
}
