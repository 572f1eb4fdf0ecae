import type { Tx } from '#lib/core/outbox.ts'

/**
 * Reads the journals of a gift in their order: its credit, the one that took it back, the one that counted it again, and so on. Each
 * reverses the one before.
 * @returns their ids; none where it was never counted, an odd number while it counts
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
