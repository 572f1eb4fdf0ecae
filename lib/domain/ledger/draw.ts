import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import type { EntryDraft, SystemAccountKind } from './schema.ts'

export type LockedAccount = { readonly id: bigint; readonly kind: SystemAccountKind; posted: Cents }

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
 * Locks accounts until the transaction ends, in order of id. To avoid deadlocks, lock all kinds in one call
 * before posting anything.
 */
export async function lockSystemAccounts<K extends SystemAccountKind>(
  on: Queryable,
  kinds: readonly K[],
): Promise<Record<K, LockedAccount>> {
  const found = await kysely(on)
    .selectFrom(lockedAccounts(kinds).as('a'))
    .select(['a.id', 'a.kind', 'a.posted'])
    .execute()
  const locked: Partial<Record<K, LockedAccount>> = {}
  for (const kind of kinds) {
    const account = found.find((row) => row.kind === kind)
    if (!account) throw new Error(`the ledger has no account of kind ${kind}`)
    locked[kind] = { ...account, kind }
  }
  return locked as Record<K, LockedAccount>
}

const lockedAccounts = (kinds: readonly SystemAccountKind[]) =>
  sql<Pick<Selectable<DB['account']>, 'id' | 'kind' | 'posted'>>`lock_system_accounts(${[...kinds]}::text[])`

/**
 * Reduces `posted` of the locked account in memory; the caller posts the journal.
 * @returns the debit side of a journal
 * @throws ShortfallError if the account holds less
 */
export function drawFrom(account: LockedAccount, amount: Cents): EntryDraft {
  if (account.posted < amount) throw new ShortfallError(account.kind, amount - account.posted)
  account.posted -= amount
  return { accountId: account.id, amount: -amount }
}
