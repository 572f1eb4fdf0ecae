import type { Tx } from '#lib/core/outbox.ts'

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
