import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findPostgresBinaries } from './embedded-postgres.ts'
import { type Part, startPart } from './part.ts'
import { type Account, asAccount, chooseAccount, giveTo } from './postgres-account.ts'
import { StopError } from './stop-error.ts'
import { waitUntilReady } from './wait-until.ts'

const version = '18'
const role = 'ngoma'

export interface PostgresOptions {
  /** `postgres/`, `logs/` and `pids/` are kept below it. */
  dataDir: string
  port: number
  /** For tests: trades every guarantee of durability for speed. */
  throwAway?: boolean
  /** Further settings, `name=value`, which come before the others. */
  settings?: readonly string[]
}

export interface RunningPostgres {
  part: Part
  /** The URL of database `ngoma`, whose login is a superuser of this server. */
  url: string
}

/**
 * Keeps parameters, rows (in DETAIL and CONTEXT) and wrong values out of the server's log, because they are phones and names.
 * The caller still gets the error, and the product's own log has it without its values. docker-compose.yml sets the same.
 */
export const discreetLog = [
  'log_min_messages=log',
  'log_error_verbosity=terse',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
]

/**
 * How much dearer PostgreSQL takes a page of its own for than the next one: on disks without moving parts, and in memory, hardly at all.
 * At its own 4 it would rather read a few thousand rows than look some up, wherever an index is asked for many parts of a word.
 */
const randomPageCost = 'random_page_cost=1.1'

/** Statements take milliseconds here: compiling one first takes longer than to run it. */
const noCompiling = 'jit=off'

/**
 * A statement whose client has gone is ended within ten seconds. Otherwise it would wait for a lock, or hold some, for as long as it
 * takes, and others behind it. PostgreSQL cannot see that on Windows, and does not start with the setting there.
 */
export const lostClients = process.platform === 'win32' ? [] : ['client_connection_check_interval=10s']

const settings = [
  ...discreetLog,
  ...lostClients,
  randomPageCost,
  noCompiling,
  'timezone=UTC',
  'max_connections=200',
]
const ownAddress = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
const lasting = [
  'shared_buffers=256MB',
  'log_min_duration_statement=1000',
  // Postgres fills a new file of its write-ahead log before it commits into it, for 0.1 s in which every commit waits. So each
  // checkpoint keeps so many old files for use again.
  'min_wal_size=512MB',
]
const fleeting = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/** With these the tests' PostgreSQL is started, wherever it runs: it trades every guarantee of durability for speed. */
export const throwAwaySettings = [...settings, ...fleeting]

/** Arguments of initdb: texts are sorted by their code points, on every system alike. docker-compose.yml sets the same. */
export const locale = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Starts the PostgreSQL that comes with the npm packages, on 127.0.0.1, and sees that database `ngoma` exists.
 * The package's own starter is not used: it ends PostgreSQL on any signal, before the parts that still write to it.
 * @throws StopError in one sentence when this machine cannot run it
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = findPostgresBinaries()
  const dataDir = path.join(options.dataDir, 'postgres')
  mkdirSync(options.dataDir, { recursive: true })
  const account = chooseAccount(dataDir, binaries.postgres)
  checkVersion(dataDir)
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) initialise(binaries.initdb, dataDir, account, options)
  clearStaleLock(dataDir)

  const chosen = options.throwAway === true ? throwAwaySettings : [...settings, ...lasting]
  // Of two flags for one setting PostgreSQL takes the last.
  const flags = [...ownAddress, ...chosen, ...(options.settings ?? [])].flatMap((each) => ['-c', each])
  const launch = asAccount(account, binaries.postgres, ['-D', dataDir, '-p', String(options.port), ...flags])
  const part = await startPart({
    name: 'postgres',
    ...launch,
    dataDir: options.dataDir,
    env: { LC_ALL: 'C' },
    endSignal: 'SIGINT',
    graceMs: 30_000,
  })
  const server = `postgresql://${role}:${role}@127.0.0.1:${options.port}`
  try {
    await waitUntilReady(part, () => ensureDatabase(`${server}/postgres`))
  } catch (error) {
    part.kill()
    throw error
  }
  return { part, url: `${server}/ngoma` }
}

function checkVersion(dataDir: string): void {
  const file = path.join(dataDir, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : version
  if (found !== version) {
    throw new StopError(
      `${dataDir} belongs to PostgreSQL ${found}, this is ${version}: move it away and start again.`,
    )
  }
}

/** Makes the cluster in another directory and moves it, so that an interrupted attempt is never taken for data. */
function initialise(
  initdb: string,
  dataDir: string,
  account: Account | undefined,
  options: PostgresOptions,
): void {
  const fresh = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, `${role}\n`, { mode: 0o600 })
  giveTo(account, fresh, passwordFile)
  const { command, args, uid, gid } = asAccount(account, initdb, [
    `--pgdata=${fresh}`,
    `--username=${role}`,
    `--pwfile=${passwordFile}`,
    `--auth=${options.throwAway === true ? 'trust' : 'scram-sha-256'}`,
    ...locale,
    ...(options.throwAway === true ? ['--no-sync'] : []),
  ])
  const made = spawnSync(command, args, { uid, gid, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    const words = `${made.stdout}\n${made.stderr}`.split('\n')
    const reason =
      made.error?.message ?? words.find((line) => /fatal|error|could not/i.test(line)) ?? made.status
    throw new StopError(`PostgreSQL's data directory ${dataDir} cannot be made: ${reason}`)
  }
  renameSync(fresh, dataDir)
}

/** Removes a lock file of before a crash: its process id may be another process's now, and PostgreSQL would not start. */
function clearStaleLock(dataDir: string): void {
  const lock = path.join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
  if (isPostgresOn(pid, dataDir)) {
    throw new StopError(`Another PostgreSQL (process ${pid}) is running on ${dataDir}: end it first.`)
  }
  rmSync(lock)
}

function isPostgresOn(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.includes(dataDir)
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir)
  } catch {
    return false
  }
}

/** Writes a checkpoint, so that the write-ahead log up to here is no longer needed. */
export async function checkpoint(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

async function ensureDatabase(serverUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl })
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [role])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${role}`)
    return true
  } finally {
    await client.end()
  }
}
