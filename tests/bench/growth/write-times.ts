// Prints the cost of payments on the database of DATABASE_URL as JSON, and changes it: `write-times.ts`.
import pg from 'pg'
import { addSeconds, setProcessClock } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { makeGifts } from '#lib/domain/gifts/make-gifts.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { fillInbox } from '../payments.ts'
import { median } from '../report.ts'
import { PRESENT } from './sizes.ts'

const ROUNDS = 10
const PAYMENTS = 2_000
const GIFTS = 600
/**
 * After these the code is compiled, and tables' ends and random index pages (phones, receipts) are in memory,
 * as after some minutes of operation.
 */
const WARM_UPS = 6

setProcessClock(() => addSeconds(PRESENT, performance.now() / 1000))
const owner = new pg.Client({ connectionString: env.DATABASE_URL })
await owner.connect()
const { rows: videos } = await owner.query<{ id: string }>(
  `SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
    WHERE c.phase = 'voting' AND v.status = 'approved' ORDER BY v.id LIMIT 100`,
)
console.log(JSON.stringify({ settled: await settle(), ordered: await order() }))
process.exit()

/** @returns milliseconds per payment, the median of rounds */
async function settle(): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await fillInbox(owner, PAYMENTS)
    const before = performance.now()
    const done = await settleInbox(purposes)
    took.push((performance.now() - before) / PAYMENTS)
    if (done !== PAYMENTS) throw new Error(`${done} of ${PAYMENTS} callbacks were settled.`)
  }
  return median(took.slice(WARM_UPS))
}

/** @returns milliseconds per gift, the median */
async function order(): Promise<number> {
  const took: number[] = []
  for (let turn = 0; turn < GIFTS; turn++) {
    const gift = {
      videoId: videos[turn % videos.length]?.id ?? '',
      voteCount: 1 + (turn % 5),
      phone: `25419${String(turn).padStart(7, '0')}`,
      sessionId: `growth-${turn}`,
      deviceFingerprint: 'growth',
      address: `10.1.${turn % 250}.${turn % 7}`,
    }
    const before = performance.now()
    // Directly: `createGift` waits for concurrent orders.
    await makeGifts([gift])
    took.push(performance.now() - before)
  }
  return median(took.slice(GIFTS / 3))
}
