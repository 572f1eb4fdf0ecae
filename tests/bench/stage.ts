import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { defaultDataDir, type StackConfig } from '#server/local/config.ts'
import { type Part, type PartOptions, startPart } from '#server/local/part.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { prepareData, startEngines } from '#server/local/stack.ts'
import { createSupervisor } from '#server/local/supervisor.ts'
import { throwAwayConfig } from '#tests/support/throw-away-config.ts'

/** Parts of a block, declared with `await using`: they end with it, the last one first. */
export class Parts extends AsyncDisposableStack {
  async keep<P extends Part>(starting: Promise<P>): Promise<P> {
    const part = await starting
    this.defer(() => part.end())
    return part
  }
}

/** Engines and a data folder for a bench. */
export interface Stage extends AsyncDisposable {
  config: StackConfig
  /** Removed at the end. */
  dataDir: string
  /** The product's database, as superuser. */
  database: pg.Pool
  databaseUrl: string
}

/**
 * Starts the engines on free ports as `npm start` does (with durability), on the disk of the product's data.
 * On Ctrl-C the guardian ends all of it.
 * @param settings for the product's processes; addresses replace engines: MPESA_BASE_URL, DATABASE_URL
 */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  mkdirSync(defaultDataDir, { recursive: true })
  const dataDir = mkdtempSync(path.join(defaultDataDir, 'bench-'))
  const { MPESA_BASE_URL, DATABASE_URL } = settings
  const config = {
    ...(await throwAwayConfig(dataDir, settings)),
    throwAway: false,
    given: { MPESA_BASE_URL, DATABASE_URL },
  }
  await using opened = new AsyncDisposableStack()
  opened.defer(startGuardian(dataDir, true).dismiss)
  const supervisor = createSupervisor(console.log)
  opened.defer(supervisor.end)
  const databaseUrl = config.settings.DATABASE_URL ?? ''
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  database.on('error', () => undefined)
  opened.defer(() => database.end())
  await startEngines(config, supervisor, () => undefined)
  if (!DATABASE_URL) await prepareData(config, console.log)
  const kept = opened.move()
  return { config, dataDir, database, databaseUrl, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Starts a script of this folder. */
export function startScript(
  dataDir: string,
  script: string,
  args: readonly string[],
  options: Pick<PartOptions, 'env' | 'answers'>,
): Promise<Part> {
  const command = { command: process.execPath, args: [path.join(import.meta.dirname, script), ...args] }
  return startPart({ name: path.parse(script).name, ...command, dataDir, ...options })
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

/** @returns the URL of a new database */
export async function createDatabase(url: string, name: string, how = ''): Promise<string> {
  await onDatabase(beside(url, 'postgres'), `CREATE DATABASE ${name} ${how}`)
  return beside(url, name)
}

/** Drops the copy afterwards. */
export async function onCopy<T>(url: string, work: (copy: string) => Promise<T>): Promise<T> {
  const name = new URL(url).pathname.slice(1)
  const drop = () => onDatabase(beside(url, 'postgres'), `DROP DATABASE IF EXISTS ${name}_copy WITH (FORCE)`)
  await drop()
  const copy = await createDatabase(url, `${name}_copy`, `TEMPLATE ${name} STRATEGY file_copy`)
  return work(copy).finally(drop)
}

/** @returns its output @throws Error unless the exit code is 0 */
export async function run(command: string, args: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, ...settings }
  return (await promisify(execFile)(command, args, { env })).stdout
}
