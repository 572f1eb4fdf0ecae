import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { normaliseReference } from './lock-batch.ts'
import type { PaymentPurpose } from './schema.ts'
import { paidStates, statesLiteral } from './states.ts'

/** Finds a payment only while it can still be paid. @param reference as typed */
export function findPayableByReference(
  on: Queryable,
  reference: string,
): Promise<{ id: string; purpose: PaymentPurpose; amount: Cents } | undefined> {
  return kysely(on)
    .selectFrom('paymentIntent')
    .select(['id', 'purpose', 'amount'])
    .where('accountReference', '=', normaliseReference(reference))
    .where('state', 'not in', statesLiteral(paidStates))
    .executeTakeFirst()
}
