// Fills the migrated database of DATABASE_URL with a valid history: `load.ts <Size as JSON>`.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addSeconds, setProcessClock } from '#lib/core/clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { withLongStatementTimeout } from '#lib/core/statement-timeout.ts'
import { sealAudit } from '#lib/domain/audit/chain.ts'
import { calendarOf } from '#lib/domain/challenges/calendar.ts'
import { sumHours } from '#lib/domain/ledger/hour-sums.ts'
import { closeMonth } from '#lib/domain/royalties/close-month.ts'
import { listGifts } from '#lib/domain/tally/commands.ts'
import { snapshotWallets } from '#lib/domain/wallets/snapshots.ts'
import { monthSql, payoutsSql } from './month.ts'
import { PRESENT, type Size } from './sizes.ts'
import { auditSql, deskWorkSql, noticesSql, writeWorld } from './world.ts'

const size: Size = JSON.parse(process.argv[2] ?? '')
const DAYS = { votingStarts: 8, submissionsClose: 24 }
const months = Array.from({ length: size.months }, (_, place) =>
  calendarOf(PRESENT, DAYS, place + 1 - size.months),
)
const CLOSED_AFTER = 2 * 3_600
const PAID_AFTER = 3 * 86_400

setProcessClock(() => PRESENT)
const owner = new pg.Client({ connectionString: env.DATABASE_URL })
await owner.connect()
// A crash loses the data, which is then loaded again.
await owner.query(
  `SET synchronous_commit = off; SET work_mem = '256MB'; SET jit = off; SET timezone = 'Africa/Nairobi'`,
)
// The loader writes each payment once at its full length. On full new pages, each would accept one shorter
// order of the bench, so each order would touch a different old page. In production payments have grown and
// moved, and old pages accept none.
await owner.query('ALTER TABLE payment_intent SET (fillfactor = 80)')
const since = months[0]?.startsAt ?? PRESENT
await writeWorld(owner, size, since)
for (const [place, calendar] of months.entries()) {
  const id = randomUUID()
  await owner.query(monthSql(size, calendar, place, id))
  if (place === 0) await owner.query('ANALYZE')
  await withLongStatementTimeout(() => listGifts({ everything: false }))
  if (calendar.endsAt < PRESENT) {
    await transaction((tx) => closeMonth(tx.client, id, addSeconds(calendar.endsAt, CLOSED_AFTER)))
    await owner.query(payoutsSql(id, addSeconds(calendar.endsAt, PAID_AFTER)))
  }
}
for (const sql of [deskWorkSql, noticesSql, auditSql(size.audits, since)]) await owner.query(sql)
await sealAudit()
// As each night, and each hour.
await withLongStatementTimeout(() => snapshotWallets(0))
await withLongStatementTimeout(() => sumHours(0))
await owner.query('DROP SEQUENCE growth_number; ALTER TABLE payment_intent SET (fillfactor = 70)')
await owner.query('VACUUM (ANALYZE)')
await owner.query('CHECKPOINT')
await owner.end()
await closeRedis()
await closeDb()
