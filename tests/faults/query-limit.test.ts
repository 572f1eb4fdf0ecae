// The sandbox allows five queries a minute: more payments than that wait their turn, oldest first.
import { expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { resetPoints } from '#lib/core/rate-limit.ts'
import { askAboutDuePayments, newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

// Before the product reads its environment.
vi.hoisted(() => {
  process.env.MPESA_QUERIES_PER_MINUTE = '3'
})

const money = setUpMoney({ settings: { queriesPerMinute: 3 } })
const asked = () => money.mpesa.requests('/mpesa/stkpushquery/v1/query')

test('eight payments are asked about three at a time, and M-Pesa never refuses a query', async () => {
  const video = await money.video()
  const ids: string[] = []
  for (let n = 0; n < 8; n++) {
    const phone = newPhone()
    money.mpesa.setNext({ phone, outcome: 'no-callback' })
    ids.push(await order(video, phone))
  }
  for (const id of ids) await untilState(id, 'awaiting')
  await money.passTime(25)
  for (const sofar of [3, 6, 8]) {
    await askAboutDuePayments()
    await until(`${sofar} are counted`, async () => (await countCredited(ids)).length >= sofar)
    expect(await countCredited(ids)).toHaveLength(sofar)
    // A minute passes, there and here: in this order, or the worker's clock would ask before M-Pesa's minute is over.
    await money.mpesa.advance(61_000)
    await resetPoints({ name: 'mpesa-queries', points: 3, seconds: 60 }, 'all')
  }
  expect(asked().map(({ status }) => status)).toEqual(Array(8).fill(200))
})

async function countCredited(ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await db().query(
    `SELECT 1 FROM payment_intent WHERE id = ANY($1) AND state = 'credited'`,
    [ids],
  )
  return rows
}
