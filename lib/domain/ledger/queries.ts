import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { SystemAccountKind } from './schema.ts'

type SystemAccounts = ReadonlyMap<string, bigint>

const cache = processSingleton('system-accounts', () => ({
  accounts: undefined as Promise<SystemAccounts> | undefined,
}))

/** Ids of system accounts by kind. The baseline migration creates them; each process reads them once. */
export function systemAccounts(): Promise<SystemAccounts> {
  const held = cache.get()
  held.accounts ??= readSystemAccounts().catch((error: unknown) => {
    held.accounts = undefined
    throw error
  })
  return held.accounts
}

/**
 * Reads system accounts when a process starts: a first read inside a transaction would hold one pool
 * connection and wait for another. If PostgreSQL does not answer, logs that; the first use reads them then.
 */
export async function preloadSystemAccounts(): Promise<void> {
  await systemAccounts().catch((error: unknown) =>
    log.warn({ err: error }, 'system accounts are not read yet'),
  )
}

async function readSystemAccounts(): Promise<SystemAccounts> {
  const found = await prisma().account.findMany({
    where: { ownerId: null },
    select: { id: true, kind: true },
  })
  return new Map(found.map(({ kind, id }) => [kind, id]))
}

export function systemAccount(accounts: SystemAccounts, kind: SystemAccountKind): bigint {
  const id = accounts.get(kind)
  if (id === undefined) throw new Error(`the ledger has no account of kind ${kind}`)
  return id
}
