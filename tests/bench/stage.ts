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

/** Keeps a part for as long as the work goes on that it was started for. */
export type Keep = <P extends Part>(starting: Promise<P>) => Promise<P>

/** Where a bench takes place: engines, and room for the processes that it starts. */
export interface Stage {
  config: StackConfig
  /** Removed with everything in it when the bench is over. */
  dataDir: string
  /** To the product's database, by a login that may do everything. */
  database: pg.Pool
  databaseUrl: string
  /** Ends the parts that `work` keeps when it is over, the last one first. */
  during<T>(work: (keep: Keep) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * Starts PostgreSQL, Redis and the rest on free ports, set up as `npm start` does it (nothing traded for speed), on the
 * disk that holds the product's own data. Ctrl-C ends all of it.
 * @param settings for the product's processes; what they name an address of is not started: MPESA_BASE_URL, DATABASE_URL
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

/** @throws Error when an invariant of the ledger does not hold after what the bench has done to it */
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

/** Runs `work` on a copy of a database, which is dropped afterwards. */
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

/** Runs a program to its end. @returns what it printed @throws Error unless it ends with 0 */
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
