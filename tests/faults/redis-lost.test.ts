// Redis emptied or gone: it costs time, and no money (docs/money.md, Payments).
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { queue } from '#lib/core/queue.ts'
import { redis } from '#lib/core/redis.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { submitPrompt } from '#lib/domain/payments/submit.ts'
import { votesOf } from '#tests/support/contest.ts'
import { paidCallback, putPromptOut } from '#tests/support/evidence.ts'
import {
  callbacksOf,
  intentOf,
  newPhone,
  order,
  orderGift,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { expectPaidOrTakenBack, orderUnwaited } from '#tests/support/payers.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'
import { sweepOnce } from '#workers/sweep.ts'

// Before the product reads its environment: its Redis is behind a proxy.
const redisLine = await vi.hoisted(async () => {
  const { openProxy } = await import('#tests/support/tcp-proxy.ts')
  const proxy = await openProxy(process.env.REDIS_URL ?? '')
  process.env.REDIS_URL = proxy.url
  return proxy
})
afterAll(() => redisLine.goAway())

const money = setUpMoney()
// Before the books are looked at.
afterEach(() => redisLine.comeBack())

/** What FLUSHALL does, to this test's part of a Redis that other tests use as well. */
async function emptyRedis(): Promise<void> {
  const keys = await redis().keys(`${process.env.REDIS_PREFIX}*`)
  if (keys.length > 0) await redis().unlink(...keys)
}

test('a wake-up that is lost with Redis costs a sweep: the callbacks are settled', async () => {
  const [video, phones] = [await money.video(), Array.from({ length: 5 }, newPhone)]
  await queue('settlement').pause()
  const ids = await Promise.all(phones.map((phone) => order(video, phone)))
  for (const id of ids)
    await until('its callback is stored', async () => (await callbacksOf(id)).length === 1)
  await until('settlement is woken', async () => (await queue('settlement').getWaitingCount()) > 0)
  await emptyRedis()
  await sweepOnce()
  for (const id of ids) expect(await intentOf(id)).toMatchObject({ state: 'credited' })
  expect(await votesOf(video)).toBe(5)
})

test('a prompt whose job is lost with Redis is taken back, and can be sent again', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await queue('payments').pause()
  const { id } = await orderUnwaited(video, phone)
  await until('its job waits', async () => (await queue('payments').getWaitingCount()) > 0)
  await emptyRedis()
  await sweepOnce()
  expect(await intentOf(id)).toMatchObject({ state: 'created' })
  await money.passTime(70)
  await sweepOnce()
  expect(await viewGift(id)).toMatchObject({ status: 'pending', failure: 'not_sent', can_retry_prompt: true })
  await send(`/api/gifts/${id}/prompt/`)
  await untilState(id, 'credited')
  expect(money.promptsTo(phone)).toHaveLength(1)
})

test('what the worker does by the clock is set up again', async () => {
  await emptyRedis()
  expect(await queue('payments').getJobSchedulersCount()).toBe(0)
  await sweepOnce()
  const schedulers = await queue('payments').getJobSchedulers()
  expect(schedulers.map(({ key }) => key).sort()).toEqual([
    'ask-balance',
    'pull-statement',
    'pull-statement-nightly',
    'verify-payments',
    'work-payouts',
    'work-refunds',
  ])
})

test('Redis emptied again and again while forty people pay: every payment is counted, nobody is prompted twice', async () => {
  const [video, phones] = [await money.video(), Array.from({ length: 40 }, newPhone)]
  const gifts: { id: string }[] = []
  for (const [n, phone] of phones.entries()) {
    gifts.push(await orderUnwaited(video, phone))
    if (n % 4 === 3) await emptyRedis()
  }
  await expectPaidOrTakenBack(money, { video, phones, ids: gifts.map(({ id }) => id) })
})

test('with Redis gone, callbacks are stored, swept and counted, and a gift opens the payment page', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  const id = await order(video, phone, 2)
  await untilState(id, 'awaiting')
  await putPromptOut(id)
  await redisLine.goAway()
  const late = orderGift(video, newPhone())
  // A worker that had taken up a prompt when Redis went, and finds no token there.
  const { id: unsent } = await orderUnwaited(video, newPhone())
  await submitPrompt(unsent, now())
  expect(await intentOf(unsent)).toMatchObject({ state: 'rejected', result_code: 'unreachable' })
  const { account_reference: account } = await intentOf(id)
  const line = money.book.collect({ kind: 'stk', phone, amountCents: 10_000n, account })
  const answer = await send(callbackUrl('stk', id), { body: paidCallback(id, line).body })
  expect(answer).toMatchObject({ status: 200, json: { ResultCode: 0 } })
  await until('a sweep settles it', async () => {
    await sweepOnce()
    return (await intentOf(id)).state === 'credited'
  })
  expect(await votesOf(video)).toBe(2)
  expect(await late).toMatchObject({ status: 202, json: { payment_required: true } })
  await redisLine.comeBack()
  money.mpesa.configure({ autoAccept: true })
  // The workers find Redis again in their own time; until then gifts still open the payment page.
  await until('prompts are sent again', async () => {
    const again = await order(video, newPhone())
    if ((await intentOf(again)).state === 'rejected') return false
    await untilState(again, 'credited')
    return true
  })
}, 150_000)
