import { type Queryable, rows } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'

export interface JournalEntry {
  accountId: bigint
  amount: Cents
}

/** A journal as post_journals takes it. */
export interface SeedJournal {
  key: string
  type: string
  sourceType: string
  sourceId: string
  actor: string
  occurredAt: Date
  entries: JournalEntry[]
}

const AT_ONCE = 400

/** Posts the journals in their order through the ledger's own function, many at a time. Those that exist are passed over. */
export async function postJournals(on: Queryable, journals: readonly SeedJournal[]): Promise<void> {
  for (let from = 0; from < journals.length; from += AT_ONCE) {
    const batch = journals.slice(from, from + AT_ONCE)
    const entries = batch.flatMap((journal, place) =>
      journal.entries.map((entry) => ({ ...entry, journal: place + 1 })),
    )
    await rows(on, 'SELECT * FROM post_journals($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      batch.map((journal) => journal.key),
      batch.map((journal) => journal.type),
      batch.map((journal) => journal.sourceType),
      batch.map((journal) => journal.sourceId),
      batch.map(() => null),
      batch.map((journal) => journal.actor),
      batch.map((journal) => journal.occurredAt),
      entries.map((entry) => entry.journal),
      entries.map((entry) => entry.accountId),
      entries.map((entry) => entry.amount),
    ])
  }
}

/** The system's own accounts: ids by kind, in the order of their shards. */
export type SystemAccounts = ReadonlyMap<string, readonly bigint[]>

export async function readSystemAccounts(on: Queryable): Promise<SystemAccounts> {
  const found = await rows<{ kind: string; ids: bigint[] }>(
    on,
    `SELECT kind, array_agg(id ORDER BY shard) AS ids FROM account WHERE owner_id IS NULL GROUP BY kind`,
  )
  return new Map(found.map((row) => [row.kind, row.ids.map(BigInt)]))
}

/** The shard of a kind for the `turn`-th journal: round robin. */
export function shardOf(accounts: SystemAccounts, kind: string, turn: number): bigint {
  const shards = accounts.get(kind) ?? []
  const id = shards[turn % shards.length]
  if (id === undefined) throw new Error(`no account of kind ${kind}`)
  return id
}

/**
 * Takes an amount out of a sharded account: from each shard what it has, until there is enough.
 * @throws RangeError where all shards together hold less
 */
export async function drawFromShards(on: Queryable, kind: string, amount: Cents): Promise<JournalEntry[]> {
  const shards = await rows<{ id: bigint; posted: bigint }>(
    on,
    'SELECT id, posted FROM account WHERE kind = $1 AND owner_id IS NULL ORDER BY shard',
    [kind],
  )
  let left = amount
  const taken: JournalEntry[] = []
  for (const { id, posted } of shards) {
    const part = posted < left ? posted : left
    if (part > 0n) taken.push({ accountId: id, amount: -part })
    left -= part > 0n ? part : 0n
  }
  if (left > 0n) throw new RangeError(`${kind} is short by ${left} cents`)
  return taken
}
