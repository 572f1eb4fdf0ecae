// What nobody hears of any more: the clock moves it on.
import { expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  orderGift,
  pullStatement,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { sweepOnce } from '#workers/sweep.ts'

const money = setUpMoney()
const HOURS = 3_600

async function orderWith(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome']) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome })
  return { video, phone, id: await order(video, phone, 2) }
}

/** Has M-Pesa asked about all that is due. */
async function askAll(): Promise<void> {
  await askAboutDuePayments()
  await until('nothing is due and all answers are settled', async () => {
    // First the questions under way: what they ask about is no longer due, and their answers are not yet in the inbox.
    const { active = 0, waiting = 0 } = await queue('payments').getJobCounts('active', 'waiting')
    const { rows } = await db().query(
      `SELECT 1 FROM payment_intent WHERE next_check_at <= $1
        UNION ALL SELECT 1 FROM callback_inbox WHERE processed_at IS NULL`,
      [now().toISOString()],
    )
    return rows.length + active + waiting === 0
  })
}

test('nothing is heard: asked at 20, 40, 90, 180 and 600 seconds, an hour, then hourly, and verified from 90 on', async () => {
  const { id } = await orderWith({ copies: 0, query: 'processing' })
  await untilState(id, 'awaiting')
  const seen: unknown[] = []
  let passed = 0
  for (const seconds of [8, 28, 60, 130, 400, 2_000, 5_000, 8_600]) {
    await money.passTime(seconds - passed)
    passed = seconds
    await askAll()
    const { queries, state } = await intentOf(id)
    seen.push([seconds, queries, state])
  }
  expect(seen).toEqual([
    [8, 0, 'awaiting'],
    [28, 1, 'awaiting'],
    [60, 2, 'awaiting'],
    [130, 3, 'verifying'],
    [400, 4, 'verifying'],
    [2_000, 5, 'verifying'],
    [5_000, 6, 'verifying'],
    [8_600, 7, 'verifying'],
  ])
  await pullStatement(47)
  await untilState(id, 'credited')
})

test.each(['4999', 'empty', 'throttled'])(
  'a query that says "%s" decides nothing, however often',
  async (mode) => {
    const { id, video } = await orderWith({ copies: 0 })
    const { checkout_request_id } = await untilState(id, 'awaiting')
    const query = mode === '4999' ? 'processing' : mode === 'empty' ? 'empty' : 'throttled'
    money.mpesa.setNext({ api: 'query', outcome: { query }, times: 3 })
    for (const seconds of [22, 20, 50]) {
      await money.passTime(seconds)
      await askAll()
    }
    expect(await viewGift(id)).toMatchObject({ status: 'pending' })
    await money.mpesa.callAgain({ checkoutRequestId: checkout_request_id ?? '' })
    await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(2)
  },
)

test('a question that M-Pesa has no room for is asked again within seconds, and is no message about money', async () => {
  const { id } = await orderWith('no-callback')
  await untilState(id, 'awaiting')
  money.mpesa.setNext({ api: 'query', outcome: { query: 'throttled' } })
  await money.passTime(22)
  await askAll()
  expect(await intentOf(id)).toMatchObject({ state: 'awaiting' })
  expect(await rows(db(), `SELECT outcome FROM callback_inbox WHERE intent_id = $1`, [id])).toEqual([])
  // Its own next time is 40 seconds after sending.
  await money.passTime(15)
  await askAll()
  await untilState(id, 'credited')
})

test('a prompt that nobody answers, and whose callback is lost, is declined by two queries', async () => {
  const { id, phone, video } = await orderWith('silence')
  await untilState(id, 'awaiting')
  await money.passTime(65)
  await askAll()
  expect(await viewGift(id)).toMatchObject({ status: 'pending' })
  await money.passTime(16)
  await askAll()
  expect(await viewGift(id)).toMatchObject({ status: 'failed', failure: 'no_answer' })
  await untilState(await order(video, phone), 'credited')
})

test('a prompt that may be on the phone keeps the phone for 90 seconds; then it can vote again', async () => {
  const { id, phone, video } = await orderWith({ copies: 0, query: 'processing' })
  await untilState(id, 'awaiting')
  expect(await orderGift(video, phone)).toMatchObject({ status: 409 })
  await money.passTime(100)
  await askAll()
  expect(await intentOf(id)).toMatchObject({ state: 'verifying' })
  await untilState(await order(video, phone, 3), 'credited')
  await pullStatement(47)
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(5)
})

test('a lost acknowledgement of a prompt that never was keeps the phone no longer than that', async () => {
  const { id, phone, video } = await orderWith('ack-lost-before')
  await untilState(id, 'submit_unknown')
  await money.passTime(100)
  await askAll()
  expect(await intentOf(id)).toMatchObject({ state: 'verifying' })
  await untilState(await order(video, phone), 'credited')
})

test('after 48 hours people have to look; evidence that comes later still counts', async () => {
  const silent = await orderWith({ copies: 0, query: 'processing' })
  const never = await orderWith('ack-lost-before')
  const { checkout_request_id } = await untilState(silent.id, 'awaiting')
  await untilState(never.id, 'submit_unknown')
  await money.passTime(47 * HOURS)
  await sweepOnce()
  await askAll()
  for (const { id } of [silent, never]) expect(await intentOf(id)).toMatchObject({ state: 'verifying' })
  await money.passTime(1 * HOURS + 60)
  await sweepOnce()
  await askAll()
  for (const { id } of [silent, never]) {
    expect(await intentOf(id)).toMatchObject({ state: 'unresolved', next_check_at: null })
    expect(await viewGift(id)).toMatchObject({ status: 'under_review' })
  }
  await money.mpesa.callAgain({ checkoutRequestId: checkout_request_id ?? '' })
  await untilState(silent.id, 'credited')
  expect(await votesOf(silent.video)).toBe(2)
  expect(await votesOf(never.video)).toBe(0)
})
