import { type Queryable, rows } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import type { EntryDraft, JournalDraft } from '#lib/domain/ledger/schema.ts'

const AT_ONCE = 400

/** Posts the journals in their order through the ledger, many at a time. */
export async function postInBatches(on: Queryable, journals: readonly JournalDraft[]): Promise<void> {
  for (let from = 0; from < journals.length; from += AT_ONCE) {
    await postJournals(on, journals.slice(from, from + AT_ONCE))
  }
}

/**
 * Takes an amount out of a sharded system account: from each shard what it has, until there is enough.
 * @throws RangeError where all shards together hold less
 */
export async function drawFromShards(on: Queryable, kind: string, amount: Cents): Promise<EntryDraft[]> {
  const shards = await rows<{ id: bigint; posted: bigint }>(
    on,
    'SELECT id, posted FROM account WHERE kind = $1 AND owner_id IS NULL ORDER BY shard',
    [kind],
  )
  let left = amount
  const taken: EntryDraft[] = []
  for (const { id, posted } of shards) {
    if (left === 0n) break
    if (posted <= 0n) continue
    if (posted >= left) {
      taken.push({ accountId: id, amount: -left })
      left = 0n
    } else {
      taken.push({ accountId: id, amount: -posted })
      left -= posted
    }
  }
  if (left > 0n) throw new RangeError(`${kind} is short by ${left} cents`)
  return taken
}
