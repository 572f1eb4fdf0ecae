import { db, rows } from '#lib/core/db.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { SystemAccountKind } from './schema.ts'

type SystemAccounts = Map<string, bigint[]>

const cache = processSingleton('system-accounts', () => ({
  accounts: undefined as Promise<SystemAccounts> | undefined,
}))

/**
 * The ids of the system accounts by kind, in shard order. They are made by the migration and never change, so each
 * process reads them once.
 */
export function systemAccounts(): Promise<SystemAccounts> {
  const held = cache.get()
  held.accounts ??= readSystemAccounts().catch((error: unknown) => {
    held.accounts = undefined
    throw error
  })
  return held.accounts
}

async function readSystemAccounts(): Promise<SystemAccounts> {
  const found = await rows<{ kind: string; ids: string[] }>(
    db(),
    'SELECT kind, array_agg(id::text ORDER BY shard) AS ids FROM account WHERE owner_id IS NULL GROUP BY kind',
  )
  return new Map(found.map((row) => [row.kind, row.ids.map(BigInt)]))
}

/**
 * One account of a kind; `spread` picks among its shards, so that settlements running beside each other do not wait
 * for the same row.
 */
export function systemAccount(accounts: SystemAccounts, kind: SystemAccountKind, spread = 0): bigint {
  const ids = accounts.get(kind)
  const id = ids?.[spread % ids.length]
  if (id === undefined) throw new Error(`the ledger has no account of kind ${kind}`)
  return id
}
