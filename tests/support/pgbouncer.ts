// A real PgBouncer before a test's database.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { findProgram } from '#server/local/programs/find.mjs'
import { pgbouncer } from './programs.ts'

const program = findProgram(pgbouncer.names)

/** Whether PgBouncer supports prepared statements in transaction mode, as since 1.21; Debian 12 has 1.18. */
export const keepsStatements = versionOf(program) >= 1_021

function versionOf(name: string | undefined): number {
  if (name === undefined) return 0
  const [, major, minor] = /(\d+)\.(\d+)/.exec(String(spawnSync(name, ['--version']).stdout)) ?? []
  return Number(major) * 1_000 + Number(minor)
}

export type PgBouncer = { readonly url: string; end(): Promise<void> }

/**
 * Starts PgBouncer in front of a database.
 * @param databaseUrl PostgreSQL's own address; its login can create roles
 * @param settings lines of the section [pgbouncer]
 */
export async function startPgBouncer(
  databaseUrl: string,
  { role, settings }: { role?: string; settings: readonly string[] },
): Promise<PgBouncer> {
  const { hostname, port: enginePort, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const port = await findFreePort()
  const login = `pooled_${database}_${port}`
  await makeLogin(databaseUrl, { login, database, role })
  const directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-pgbouncer-'))
  const file = path.join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${hostname} port=${enginePort} user=${login} password=${login}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'default_pool_size = 10',
      ...settings,
      '',
    ].join('\n'),
  )
  // PgBouncer refuses to run as root, and other users could not enter the directory.
  chmodSync(directory, 0o755)
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const url = `postgresql://anybody@127.0.0.1:${port}/${database}`
  const part: Part = await startPart({
    name: 'pgbouncer',
    command: program ?? 'pgbouncer',
    args: [file],
    dataDir: directory,
    ...nobody,
    answers: () => answers(url),
  })
  return {
    url,
    end: async () => {
      part.kill()
      await part.exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function makeLogin(
  databaseUrl: string,
  { login, database, role }: { login: string; database: string; role?: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`CREATE ROLE ${login} LOGIN PASSWORD '${login}' IN ROLE ngoma_app`)
    if (role) await client.query(`ALTER ROLE ${login} IN DATABASE ${database} SET role = '${role}'`)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } finally {
    await client.end()
  }
}
