import { expressionBuilder, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { SIGNAL_HOLD } from '#lib/domain/fraud/policy.ts'

const of = expressionBuilder<DB & { i: DB['paymentIntent'] }, 'i'>()

/** SQL: when counted gift `i` was held because of a fraud signal; null if it was not, or was released. */
export const signalHeldAt = of
  .case()
  .when('i.reviewReason', '=', sql.lit(SIGNAL_HOLD))
  .then(
    of
      .selectFrom('journal as j')
      .innerJoin('journal as r', 'r.reversalOf', 'j.id')
      .select('r.occurredAt')
      .where('j.idempotencyKey', '=', sql<string>`'intent:' || ${of.ref('i.id')}`)
      .$asScalar(),
  )
  .end()

/**
 * Reads a gift's journals in order: credit, reversal, new credit, and so on, each reversing the previous one.
 * @returns their ids; an odd number while the gift counts
 */
export async function giftJournals(tx: Tx, intentId: string): Promise<bigint[]> {
  const found = await tx.kysely
    .withRecursive('chain', (books) =>
      books
        .selectFrom('journal')
        .select('id')
        .where('idempotencyKey', '=', `intent:${intentId}`)
        .unionAll((eb) =>
          eb.selectFrom('journal as r').innerJoin('chain as c', 'c.id', 'r.reversalOf').select('r.id'),
        ),
    )
    .selectFrom('chain')
    .select('id')
    .orderBy('id')
    .execute()
  return found.map(({ id }) => id)
}
