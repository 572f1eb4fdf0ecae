// What stands before PostgreSQL and does not do what the product relies on is refused at the start: docs/decisions/0024.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { faultsOfDatabase } from '#lib/core/fit-database.ts'
import { keepsStatements, type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const role = 'ngoma_app'
const ignoring = 'ignore_startup_parameters = options'
const transactions = ['pool_mode = transaction', ...(keepsStatements ? ['max_prepared_statements = 0'] : [])]

let pooler: PgBouncer | undefined
afterEach(async () => {
  await pooler?.end()
  pooler = undefined
})

async function openPooler(settings: readonly string[], as?: string): Promise<string> {
  pooler = await startPgBouncer(env.DATABASE_URL, { role: as, settings })
  return pooler.url
}

/** The faults with the product behind this address, and backups by another one. */
async function faultsBehind(url: string, backupUrl: string | undefined = env.DATABASE_URL) {
  const addresses = { DATABASE_URL: url, DATABASE_ROLE: role, BACKUP_DATABASE_URL: backupUrl }
  const faults = await faultsOfDatabase(addresses, true)
  return faults.map(({ name, problem }) => `${name}: ${problem}`)
}

const noRole = expect.stringMatching(
  /^DATABASE_URL: a pooler keeps connections from taking the role ngoma_app/,
)
const noStatements = expect.stringMatching(
  /^DATABASE_URL: a pooler in transaction mode loses prepared statements/,
)
const noBackups = expect.stringMatching(/^BACKUP_DATABASE_URL: .*leads to a pooler/)

test('PostgreSQL itself is fit', async () => {
  expect(await faultsBehind(env.DATABASE_URL)).toEqual([])
  expect(await faultsOfDatabase({ ...env, BACKUP_DATABASE_URL: undefined }, true)).toEqual([])
})

test('a database that does not answer is not called unfit', async () => {
  await expect(faultsBehind('postgresql://127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})

describe('PgBouncer', () => {
  test('in session mode is fit, but not for backups', async () => {
    const url = await openPooler(['pool_mode = session', ignoring], role)
    expect(await faultsBehind(url)).toEqual([])
    const addresses = { DATABASE_URL: url, DATABASE_ROLE: role, BACKUP_DATABASE_URL: undefined }
    expect(await faultsOfDatabase(addresses, false)).toEqual([])
    expect(await faultsOfDatabase(addresses, true)).toMatchObject([{ name: 'BACKUP_DATABASE_URL' }])
    expect(await faultsBehind(url, url)).toEqual([noBackups])
  })

  test('in transaction mode without prepared statements is refused', async () => {
    expect(await faultsBehind(await openPooler([...transactions, ignoring], role))).toEqual([noStatements])
  })

  test('in transaction mode with prepared statements is fit where its version has them, but not for backups', async () => {
    const statements = keepsStatements ? ['max_prepared_statements = 200'] : []
    const url = await openPooler(['pool_mode = transaction', ...statements, ignoring], role)
    const faults = keepsStatements ? [] : [noStatements]
    expect(await faultsBehind(url)).toEqual(faults)
    expect(await faultsBehind(url, url)).toEqual([...faults, noBackups])
  })

  test('that drops the role without a word is refused, because the ledger would be open to be rewritten', async () => {
    expect(await faultsBehind(await openPooler(['pool_mode = session', ignoring]))).toEqual([noRole])
  })

  test('as it is by itself, refusing startup options, is refused in our words', async () => {
    expect(await faultsBehind(await openPooler(['pool_mode = session'], role))).toEqual([noRole])
    await pooler?.end()
    expect(await faultsBehind(await openPooler(transactions))).toEqual([noRole, noStatements])
  })

  test.each(['server/web/main.ts', 'server/realtime/main.ts', 'workers/main.ts'])(
    '%s does not start behind it',
    async (main) => {
      const url = await openPooler([...transactions, ignoring], role)
      const child = spawn(process.execPath, [path.join(root, main)], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: url },
      })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const [code] = await once(child, 'close')
      expect(code).toBe(1)
      const lines = said.trim().split('\n')
      expect(lines[0]).toBe('The environment is not usable.')
      expect(lines[1]).toContain('DATABASE_URL: a pooler in transaction mode loses prepared statements')
      expect(lines.slice(2).map((line) => line.trim())).toEqual(main.startsWith('workers') ? [noBackups] : [])
    },
  )
})
