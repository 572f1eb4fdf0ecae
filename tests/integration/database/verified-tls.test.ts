// A managed PostgreSQL, as deploy/single-server/managed-postgres.yml leads to it: a real server with TLS, whose certificate is signed
// by an authority that is known by the file in NODE_EXTRA_CA_CERTS alone.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findFreePorts } from '#server/local/free-port.ts'
import { type RunningPostgres, startPostgres } from '#server/local/postgres.ts'
import { findProgram } from '#server/local/programs/find.mjs'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')
const psql = findProgram(['psql'])
const password = 'never-in-a-message'

let folder: string
/** One with a certificate for the name by which it is reached, and one whose certificate is for another name. */
let [server, elsewhere]: RunningPostgres[] = []
const inFolder = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-tls-'))
  for (const name of ['authority', 'another-authority'])
    openssl('req', '-x509', ...newKey(name), '-days', '2', '-out', inFolder(`${name}.crt`))
  mkdirSync(inFolder('migrations'))
  const [port = 0, otherPort = 0] = await findFreePorts(2)
  const started = [startFor('localhost', port), startFor('elsewhere.example', otherPort)]
  ;[server, elsewhere] = await Promise.all(started)
})
afterAll(async () => {
  await Promise.all([server?.part.end(), elsewhere?.part.end()])
  rmSync(folder, { recursive: true })
})

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

/** What asks for a new key and a certificate, which is then in the folder under that name. */
const newKey = (name: string) => [
  ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
  ...['-subj', `/CN=${name}`, '-keyout', inFolder(`${name}.key`)],
]

/** Starts a PostgreSQL with a certificate for that name, signed by the first authority. */
function startFor(name: string, port: number): Promise<RunningPostgres> {
  const [asked, names, certificate] = ['csr', 'names', 'crt'].map((kind) => inFolder(`${name}.${kind}`))
  openssl('req', ...newKey(name), '-out', asked ?? '')
  writeFileSync(names ?? '', `subjectAltName=DNS:${name}\n`)
  const by = ['-CA', inFolder('authority.crt'), '-CAkey', inFolder('authority.key'), '-CAcreateserial']
  const files = ['-in', asked ?? '', '-extfile', names ?? '', '-out', certificate ?? '']
  openssl('x509', '-req', ...by, '-days', '2', ...files)
  return startPostgres({
    dataDir: inFolder(name),
    port,
    throwAway: true,
    settings: ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${inFolder(`${name}.key`)}`],
  })
}

/** The address of a server as .env has it. */
function verified(url = ''): string {
  const address = new URL(url)
  return Object.assign(address, { hostname: 'localhost', password, search: '?sslmode=verify-full' }).href
}

/** Runs a program of Node's that knows the server by that address, and an authority. */
function runAs(url: string, authority: string, program: string, ...args: string[]) {
  return run(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      NGOMA_ENV: 'test',
      DATABASE_URL: url,
      BACKUP_DATABASE_URL: url,
      DATABASE_ROLE: 'ngoma',
      NODE_EXTRA_CA_CERTS: inFolder(`${authority}.crt`),
    },
  })
}

/** Opens every kind of connection. @returns what each was answered, or why it was refused */
async function connect(url: string, authority: string): Promise<Record<string, unknown>> {
  const program = 'tests/support/every-connection.ts'
  const { stdout, stderr } = await runAs(url, authority, program, inFolder('migrations'))
  expect(stdout + stderr).not.toContain(password)
  return JSON.parse(stdout)
}

const unknownAuthority = /^refused: .*(?:unable to verify the first certificate|self-signed certificate)/s

test('every connection of the product is made by TLS to a server whose certificate is right', async () => {
  const byTls = [{ ssl: true }]
  expect(await connect(verified(server?.url), 'authority')).toEqual({
    kysely: byTls,
    prisma: byTls,
    transaction: byTls,
    backups: byTls,
    'another database for backups': byTls,
    'the look at a start': [],
    migration: [],
  })
})

test.each([
  ['signed by nobody we know', () => verified(server?.url), 'another-authority', unknownAuthority],
  [
    'for another name',
    () => verified(elsewhere?.url),
    'authority',
    /^refused: .*does not match certificate's altnames/s,
  ],
  [
    'not there, because it speaks no TLS',
    () => verified(inject('services').databaseUrl),
    'authority',
    /^refused: .*The server does not support SSL connections/s,
  ],
] as const)('none is made to a server whose certificate is %s', async (_, url, authority, sentence) => {
  const went = await connect(url(), authority)
  expect(Object.keys(went)).toHaveLength(7)
  for (const [kind, answer] of Object.entries(went)) expect(answer, kind).toMatch(sentence)
})

test('the migration of a start ends with one sentence about it', async () => {
  const migration = runAs(verified(elsewhere?.url), 'authority', 'prisma/migrate.ts')
  const ended: unknown = await migration.catch((error: unknown) => error)
  expect(ended).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Migrating the database ngoma at localhost:\d+\.\n$/),
    stderr: expect.stringMatching(
      /^Hostname\/IP does not match certificate's altnames: .*DNS:elsewhere\.example\s+$/,
    ),
  })
})

describe.skipIf(psql === undefined)('the psql of operators, with the same file in PGSSLROOTCERT', () => {
  const ask = (url: string, authority: string) =>
    run(psql ?? 'psql', [url, '-Atc', 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'], {
      env: { NODE_ENV: 'test', PATH: process.env.PATH, PGSSLROOTCERT: inFolder(`${authority}.crt`) },
    })

  test('is let in', async () => {
    expect((await ask(verified(server?.url), 'authority')).stdout).toBe('t\n')
  })

  test.each([
    ['an authority that we do not know', () => verified(server?.url), 'another-authority', 'verify failed'],
    ['another name', () => verified(elsewhere?.url), 'authority', 'does not match host name "localhost"'],
  ])('refuses %s', async (_, url, authority, sentence) => {
    const refused: unknown = await ask(url(), authority).catch((error: unknown) => error)
    expect(refused).toMatchObject({ stderr: expect.stringContaining(sentence) })
    expect(refused).toMatchObject({ stderr: expect.not.stringContaining(password) })
  })
})
