import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { migrate } from '#prisma/migrate.ts'
import { createDatabase, onCopy, onDatabase } from './databases.ts'
import { run } from './load.ts'
import { compareRates, type Row, unmeasured } from './report.ts'
import { visitInTurn } from './rounds.ts'
import { fillWorld } from './settlement/fill.ts'
import { expectBalance, type Stage } from './stage.ts'

const payments = 10_000
const naivePayments = 1_000
const perBatch = 200
const batches = 50
const WORLD = 'bench_world'
const LIMIT = 'bench_limit'
const limitFiles = path.join(import.meta.dirname, 'settlement')
const hasPgbench = spawnSync('pgbench', ['--version']).error === undefined

/** From stored callbacks to ledger, votes and outbox, against the least that could be written and against Prisma. */
export async function measureSettlement(stage: Stage): Promise<Row[]> {
  const productUrl = stage.config.settings.DATABASE_URL ?? ''
  await makeTemplates(productUrl)
  // Each visit has a database of its own: none is measured on what an earlier one has left behind.
  const visit = (name: string, template: string, measure: (url: string) => Promise<number>) => ({
    name,
    visit: () => onCopy(productUrl, template, measure),
  })
  const rate = await visitInTurn([
    visit('settled', WORLD, async (url) => {
      const perSecond = await measureScript(stage, 'settlement-inbox.ts', url, payments)
      await expectBalanceAt(url)
      return perSecond
    }),
    ...(hasPgbench ? [visit('limit', LIMIT, measureLimit)] : []),
    visit('naive', WORLD, (url) => measureScript(stage, 'settlement-prisma.ts', url, naivePayments)),
  ])
  const toLimit = `Settlement : pgbench, batches of ${perBatch}`
  return [
    hasPgbench
      ? compareRates(toLimit, rate('settled'), rate('limit'), 0.35)
      : unmeasured(toLimit, 'not measured: pgbench is not installed (apt install postgresql-contrib)'),
    compareRates('Settlement : a Prisma transaction for each payment', rate('settled'), rate('naive'), 15),
  ]
}

/** A migrated database with one month in voting and nothing else, and what pgbench writes to. */
async function makeTemplates(productUrl: string): Promise<void> {
  const world = await createDatabase(productUrl, WORLD)
  await migrate(world)
  await withClient(world, fillWorld)
  const limit = await createDatabase(productUrl, LIMIT)
  await onDatabase(limit, readFileSync(path.join(limitFiles, 'limit-schema.sql'), 'utf8'))
  await onDatabase(limit, 'VACUUM ANALYZE')
}

async function measureLimit(url: string): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const script = path.join(limitFiles, 'limit.sql')
  const told = await run(
    'pgbench',
    [
      ...['-n', '-h', hostname, '-p', port, '-U', username, '-M', 'prepared', '-f', script],
      ...['-c', '2', '-j', '2', '-t', String(batches), pathname.slice(1)],
    ],
    { PGPASSWORD: password },
  )
  return (
    perBatch *
    z.coerce
      .number()
      .positive()
      .parse(/tps = ([\d.]+)/.exec(told)?.[1])
  )
}

/** Runs in a process of its own, as the worker does. */
async function measureScript(
  stage: Stage,
  script: string,
  databaseUrl: string,
  count: number,
): Promise<number> {
  const file = path.join(import.meta.dirname, script)
  const settings = { ...stage.config.settings, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }
  const told = await run(process.execPath, [file, String(count)], settings)
  return z.object({ perSecond: z.number().positive() }).parse(JSON.parse(told)).perSecond
}

async function expectBalanceAt(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await expectBalance(pool).finally(() => pool.end())
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
