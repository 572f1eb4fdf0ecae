// Fills the inbox and settles it as the worker does, four batches side by side: `settlement-inbox.ts <payments>`.

import pg from 'pg'
import { closeDb, db } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { fillInbox } from './settlement/fill.ts'

const payments = Number(process.argv[2])
const WARM_UPS = 2

// The product's own connections may not order gifts on behalf of nobody.
const owner = new pg.Client({ connectionString: process.env.DATABASE_URL })
await owner.connect()
// A worker runs for weeks: by then its code is compiled.
for (let round = 0; round < WARM_UPS; round++) await settle(payments)
const seconds = await settle(payments)
console.log(JSON.stringify({ perSecond: payments / seconds }))
await owner.end()
await closeQueues()
await closeRedis()
await closeDb()

async function settle(count: number): Promise<number> {
  await fillInbox(owner, count)
  const startedAt = performance.now()
  const done = await settleInbox(purposes)
  const took = (performance.now() - startedAt) / 1000
  const { rows } = await db().query<{ credited: boolean }>(
    `SELECT bool_and(state = 'credited') AS credited FROM payment_intent`,
  )
  if (done !== count || rows[0]?.credited !== true)
    throw new Error(`${done} of ${count} callbacks were settled.`)
  return took
}
