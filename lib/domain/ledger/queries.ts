import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
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

/**
 * Reads them at a process's start, because whoever needs them first inside of a transaction would hold one connection of
 * the pool and wait for another. Where Postgres does not answer yet, that is logged and the first use reads them.
 */
export async function preloadSystemAccounts(): Promise<void> {
  await systemAccounts().catch((error: unknown) =>
    log.warn({ err: error }, 'system accounts are not read yet'),
  )
}

async function readSystemAccounts(): Promise<SystemAccounts> {
  const found = await prisma().account.findMany({
    where: { ownerId: null },
    orderBy: { shard: 'asc' },
    select: { id: true, kind: true },
  })
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  return new Map([...byKind].map(([kind, shards]) => [kind, shards.map(({ id }) => id)]))
}

/**
 * One account of a kind. A busy kind has several shards, and `shard` picks one of them, so that settlements that run beside
 * each other do not wait for the same row.
 */
export function systemAccount(accounts: SystemAccounts, kind: SystemAccountKind, shard = 0): bigint {
  const ids = accounts.get(kind)
  const id = ids?.[shard % ids.length]
  if (id === undefined) throw new Error(`the ledger has no account of kind ${kind}`)
  return id
}
