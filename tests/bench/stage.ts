import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { defaultDataDir, type StackConfig } from '#server/local/config.ts'
import type { Part } from '#server/local/part.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { prepareData, startEngines } from '#server/local/stack.ts'
import { createSupervisor } from '#server/local/supervisor.ts'
import { throwAwayConfig } from '#tests/support/throw-away-config.ts'

/** Holds a part while the work runs. */
export type Keep = <P extends Part>(starting: Promise<P>) => Promise<P>

/** Engines and a data folder for a bench. */
export interface Stage {
  config: StackConfig
  /** Removed at the end. */
  dataDir: string
  /** The product's database, as superuser. */
  database: pg.Pool
  databaseUrl: string
  /** Ends the parts that `work` holds, last one first. */
  during<T>(work: (keep: Keep) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * Starts the engines on free ports as `npm start` does (with durability), on the disk of the product's data.
 * Ctrl-C ends all of it.
 * @param settings for the product's processes; addresses replace engines: MPESA_BASE_URL, DATABASE_URL
 */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  mkdirSync(defaultDataDir, { recursive: true })
  const dataDir = mkdtempSync(path.join(defaultDataDir, 'bench-'))
  const guardian = startGuardian(dataDir, true)
  const supervisor = createSupervisor(console.log)
  const { MPESA_BASE_URL, DATABASE_URL } = settings
  const config = {
    ...(await throwAwayConfig(dataDir, settings)),
    throwAway: false,
    given: { MPESA_BASE_URL, DATABASE_URL },
  }
  const databaseUrl = config.settings.DATABASE_URL ?? ''
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  database.on('error', () => undefined)
  const parts = new Set<Part>()
  const endAll = async () => {
    for (const part of [...parts].reverse()) await part.end()
    await database.end()
    await supervisor.end()
    await guardian.dismiss()
  }
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endAll()
    return ending
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    await startEngines(config, supervisor, () => undefined)
    if (!DATABASE_URL) await prepareData(config, console.log)
  } catch (error) {
    await end()
    throw error
  }
  const during: Stage['during'] = async (work) => {
    const own: Part[] = []
    try {
      return await work(async (starting) => {
        const part = await starting
        own.unshift(part)
        parts.add(part)
        return part
      })
    } finally {
      for (const part of own) await part.end()
    }
  }
  return { config, dataDir, database, databaseUrl, during, end }
}

/** @throws Error if an invariant of the ledger is broken afterwards */
export async function expectBalance(database: pg.Pool): Promise<void> {
  const broken = await brokenInvariants(database, [...ledgerInvariants, ...giftInvariants])
  if (broken.length > 0) throw new Error(`The ledger does not balance:\n${broken.join('\n')}`)
}

/** The URL of another database of the same server. */
export function beside(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export async function onDatabase(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

/** Drops the copy afterwards. */
export async function onCopy<T>(url: string, work: (copy: string) => Promise<T>): Promise<T> {
  const name = new URL(url).pathname.slice(1)
  const server = beside(url, 'postgres')
  await onDatabase(server, `DROP DATABASE IF EXISTS ${name}_copy WITH (FORCE)`)
  await onDatabase(server, `CREATE DATABASE ${name}_copy TEMPLATE ${name} STRATEGY file_copy`)
  try {
    return await work(beside(url, `${name}_copy`))
  } finally {
    await onDatabase(server, `DROP DATABASE ${name}_copy WITH (FORCE)`)
  }
}

/** @returns its output @throws Error unless the exit code is 0 */
export async function run(command: string, args: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, ...settings }
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const gone = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const told = await text(child.stdout)
  const code = await gone
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${told}`)
  return told
}
