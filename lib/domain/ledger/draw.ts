import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import type { EntryDraft, SystemAccountKind } from './schema.ts'

/** What the shards of one system account hold, in cents. */
export type Shards = { readonly kind: SystemAccountKind; readonly held: { id: bigint; posted: Cents }[] }

/** A system account holds less than is to be taken from it. */
export class ShortfallError extends Error {
  readonly kind: SystemAccountKind
  /** Cents. */
  readonly missing: Cents

  constructor(kind: SystemAccountKind, missing: Cents) {
    super(`${kind} is short by ${missing} cents`)
    this.name = 'ShortfallError'
    this.kind = kind
    this.missing = missing
  }
}

/**
 * Locks the shards of sharded system accounts until the transaction ends, so that what they hold can be drawn on. All
 * kinds that a transaction draws on are locked at once, before it posts anything: accounts are locked in id order.
 */
export async function lockShards(
  on: Queryable,
  kinds: readonly SystemAccountKind[],
): Promise<Map<SystemAccountKind, Shards>> {
  const found = await kysely(on)
    .selectFrom(lockedAccounts(kinds).as('a'))
    .select(['a.id', 'a.kind', 'a.posted'])
    .execute()
  return new Map(kinds.map((kind) => [kind, { kind, held: found.filter((row) => row.kind === kind) }]))
}

/** Locks in the order of ids: `lock_system_accounts` of the migrations. */
const lockedAccounts = (kinds: readonly SystemAccountKind[]) =>
  sql<Pick<Selectable<DB['account']>, 'id' | 'kind' | 'posted'>>`lock_system_accounts(${[...kinds]}::text[])`

/**
 * Takes an amount out of locked shards: from each what it has, until there is enough. What was taken is no longer held.
 * @returns the debit side of a journal
 * @throws ShortfallError where all shards together hold less
 */
export function drawFrom(shards: Shards, amount: Cents): EntryDraft[] {
  const total = shards.held.reduce((sum, { posted }) => sum + (posted > 0n ? posted : 0n), 0n)
  if (total < amount) throw new ShortfallError(shards.kind, amount - total)
  let left = amount
  const taken: EntryDraft[] = []
  for (const shard of shards.held) {
    if (left === 0n) break
    if (shard.posted <= 0n) continue
    const part = least(shard.posted, left)
    shard.posted -= part
    left -= part
    taken.push({ accountId: shard.id, amount: -part })
  }
  return taken
}

/** Math.min takes no bigints. */
function least(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}
