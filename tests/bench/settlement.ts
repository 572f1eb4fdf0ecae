// From stored callbacks to ledger, votes and outbox, against the minimum of writes and against Prisma. As a
// program it settles `<payments>` on the database of DATABASE_URL and prints how many a second:
// `settlement.ts inbox|naive`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { z } from 'zod'
import { closeDb, rows } from '#lib/core/db.ts'
import { PrismaClient } from '#lib/core/generated/prisma/client.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { migrate } from '#prisma/migrate.ts'
import { fillInbox, fillWorld } from './payments.ts'
import { compareRates, type Row, visitInTurn } from './report.ts'
import { creditPlainly, readSharedAccounts } from './settlement/plain-credit.ts'
import { createDatabase, expectBalance, onCopy, onDatabase, run, type Stage } from './stage.ts'

const PER_BATCH = 200
const BATCHES = 50
const limitFile = (name: string) => path.join(import.meta.dirname, 'settlement', name)
const hasPgbench = spawnSync('pgbench', ['--version']).error === undefined

export async function measureSettlement({ databaseUrl, config }: Stage): Promise<Row[]> {
  const world = await createDatabase(databaseUrl, 'bench_world')
  await migrate(world)
  await onDatabase(world, fillWorld)
  const limit = await createDatabase(databaseUrl, 'bench_limit')
  await onDatabase(limit, readFileSync(limitFile('limit-schema.sql'), 'utf8'))
  await onDatabase(limit, 'VACUUM ANALYZE')
  const settle = async (url: string, way: 'inbox' | 'naive', payments: number) => {
    const settings = { ...config.settings, DATABASE_URL: url, LOG_LEVEL: 'warn' }
    return Number(await run(process.execPath, [import.meta.filename, way, String(payments)], settings))
  }
  // Each visit has a new database, without leftovers of earlier ones.
  const rate = await visitInTurn({
    settled: () =>
      onCopy(world, async (url) => {
        const perSecond = await settle(url, 'inbox', 10_000)
        const pool = new pg.Pool({ connectionString: url, max: 1 })
        await expectBalance(pool).finally(() => pool.end())
        return perSecond
      }),
    naive: () => onCopy(world, (url) => settle(url, 'naive', 1_000)),
    ...(hasPgbench ? { limit: () => onCopy(limit, measureLimit) } : {}),
  })
  const what = `Settlement : pgbench, batches of ${PER_BATCH}`
  return [
    hasPgbench
      ? compareRates(what, rate('settled'), rate('limit'), 0.35)
      : { what, missing: 'not measured: pgbench is not installed (apt install postgresql-contrib)' },
    compareRates('Settlement : a Prisma transaction for each payment', rate('settled'), rate('naive'), 30),
  ]
}

async function measureLimit(url: string): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const where = ['-h', hostname, '-p', port, '-U', username, '-f', limitFile('limit.sql')]
  const how = ['-n', '-M', 'prepared', '-c', '2', '-j', '2', '-t', String(BATCHES)]
  const told = await run('pgbench', [...how, ...where, pathname.slice(1)], { PGPASSWORD: password })
  const perSecond = z.coerce.number().positive()
  return PER_BATCH * perSecond.parse(/tps = ([\d.]+)/.exec(told)?.[1])
}

/** As many settlements as the worker runs while full batches are pending. */
const AT_ONCE = 3

/** Settles as the worker does. @returns payments per second */
async function settleAsWorker(owner: pg.Client, payments: number): Promise<number> {
  await fillInbox(owner, payments)
  // As after any load (docs/speed.md).
  await owner.query(
    'ANALYZE payment_intent, gift, callback_inbox, mpesa_receipt, journal, entry, account, video, outbox',
  )
  const startedAt = performance.now()
  const settled = await Promise.all(Array.from({ length: AT_ONCE }, () => settleInbox(purposes)))
  const seconds = (performance.now() - startedAt) / 1000
  const done = settled.reduce((sum, one) => sum + one, 0)
  const left = await rows(owner, `SELECT FROM payment_intent WHERE state <> 'credited'`)
  if (done !== payments || left.length > 0) throw new Error(`${done} of ${payments} callbacks were settled.`)
  return payments / seconds
}

/**
 * A naive implementation: an interactive Prisma transaction per payment, statement by statement, four
 * concurrently. Without inbox, receipts, votes and outbox.
 */
async function settleByPrisma(owner: pg.Client, payments: number): Promise<number> {
  await fillInbox(owner, payments)
  const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 4 })
  const prisma = new PrismaClient({ adapter })
  const accounts = await readSharedAccounts(prisma)
  const waiting = await prisma.paymentIntent.findMany({ where: { state: 'awaiting' }, select: { id: true } })
  const startedAt = performance.now()
  const queue = waiting.values()
  const clerk = async () => {
    for (const { id } of queue) await prisma.$transaction((tx) => creditPlainly(tx, id, accounts))
  }
  await Promise.all([clerk(), clerk(), clerk(), clerk()])
  const seconds = (performance.now() - startedAt) / 1000
  await prisma.$disconnect()
  return payments / seconds
}

if (import.meta.main) {
  const [way, payments] = process.argv.slice(2)
  // The product's role must not order gifts without a session.
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await owner.connect()
  const settle = way === 'inbox' ? settleAsWorker : settleByPrisma
  // A worker runs for weeks, so its code is compiled.
  for (let warmUps = 0; warmUps < 2; warmUps++) await settle(owner, Number(payments))
  console.log(await settle(owner, Number(payments)))
  await owner.end()
  await closeQueues()
  await closeRedis()
  await closeDb()
}
