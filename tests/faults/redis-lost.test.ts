// Redis emptied or gone: it costs time, and no money (docs/money.md, Payments).
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { metrics } from '#lib/core/metrics.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { redis } from '#lib/core/redis.ts'
import { sumHoursJob } from '#lib/domain/ledger/jobs.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { tellOfPrompts } from '#lib/domain/payments/order-prompt.ts'
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
import { refreshGauges } from '#workers/metrics.ts'
import { startSchedules } from '#workers/schedules.ts'
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

/** What FLUSHALL does, to this test's part of a Redis that other tests use as well. @returns the keys that were there */
async function emptyRedis(): Promise<string[]> {
  const keys = await redis().keys(`${process.env.REDIS_PREFIX}*`)
  if (keys.length > 0) await redis().unlink(...keys)
  return keys
}

test('a wake-up that is lost with Redis costs a sweep: the callbacks are settled', async () => {
  const [video, phones] = [await money.video(), Array.from({ length: 5 }, newPhone)]
  money.mpesa.configure({ autoAccept: false })
  const ids = await Promise.all(phones.map((phone) => order(video, phone)))
  for (const id of ids) await untilState(id, 'awaiting')
  await redisLine.goAway()
  for (const phone of phones) money.mpesa.answer({ phone, answer: 'pin' })
  for (const id of ids)
    await until('its callback is stored', async () => (await callbacksOf(id)).length === 1)
  await sweepOnce()
  for (const id of ids) expect(await intentOf(id)).toMatchObject({ state: 'credited' })
  expect(await votesOf(video)).toBe(5)
})

test('what tells the workers of a prompt is lost with Redis: it is sent all the same, once', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await redisLine.goAway()
  const { id } = await orderUnwaited(video, phone)
  await redisLine.comeBack()
  const { state } = await untilState(id, 'credited', 'rejected')
  // The worker has looked before it had found Redis again, and with it M-Pesa's token.
  if (state === 'rejected') await retryUntilSent(id)
  await untilState(id, 'credited')
  expect(money.promptsTo(phone)).toHaveLength(1)
})

test('a prompt that no worker has sent in a minute is not sent, is taken back, and can be asked for again', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await money.mpesa.goAway()
  const id = await order(video, phone)
  await money.mpesa.comeBack()
  // Tried again, while every worker was away for longer than anybody waits.
  await db().query(
    `UPDATE payment_intent SET state = 'created', result_code = NULL, submitted_at = $2 WHERE id = $1`,
    [id, addSeconds(now(), -70)],
  )
  tellOfPrompts()
  await sweepOnce()
  expect(await viewGift(id)).toMatchObject({ status: 'pending', failure: 'busy', can_retry_prompt: true })
  await retryUntilSent(id)
  await untilState(id, 'credited')
  expect(money.promptsTo(phone)).toHaveLength(1)
})

/** Presses "Send it again" until the worker has found Redis again. */
function retryUntilSent(id: string): Promise<boolean> {
  return until('the prompt is sent again', async () => {
    await send(`/api/gifts/${id}/prompt/`)
    return (await intentOf(id)).state !== 'rejected'
  })
}

test('what the worker does by the clock is set up again', async () => {
  // Not looked for afterwards: the worker's own sweep may have set them up by then.
  expect(await emptyRedis()).toContain(queue('payments').toKey('repeat'))
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
  // The worker looks for prompts by itself, and finds no token of M-Pesa's without Redis.
  const { id: unsent } = await orderUnwaited(video, newPhone())
  expect(await untilState(unsent, 'rejected')).toMatchObject({ result_code: 'unreachable' })
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
})

// Last, because the worker needs a moment to find Redis again, and a prompt that is ordered before it has is not sent.
test('while Redis is gone a queue that was never opened refuses a job, and the sweep goes on; what waited is sent once', async () => {
  await closeQueues()
  await redisLine.goAway()
  await expect(queue('mail').add('nothing', {})).rejects.toThrow()
  await transaction((tx) => enqueue(tx, sumHoursJob, {}))
  const {
    rows: [waiting],
  } = await db().query<{ id: string }>(
    `SELECT id FROM outbox WHERE target = 'housekeeping' AND name = $1 ORDER BY id DESC LIMIT 1`,
    [sumHoursJob.name],
  )
  expect(waiting).toBeDefined()
  await sweepOnce()
  await expect(startSchedules()).rejects.toThrow()
  await refreshGauges()
  expect(await metrics().metrics()).toMatch(/^ngoma_waiting_rows\{what="outbox"\} \d+$/m)
  await redisLine.comeBack()
  const sent = () => queue('housekeeping').getJob(`outbox-${waiting?.id}`)
  await until('the job is sent', async () => {
    await sweepOnce()
    return (await sent().catch(() => undefined)) !== undefined
  })
})

test('a queue that is opened while Redis answers nothing works once Redis is back', async () => {
  await closeQueues()
  await queue('payments').getJobCounts()
  redisLine.freeze()
  await expect(queue('pictures').getJobCounts()).rejects.toThrow('Command timed out')
  await redisLine.comeBack()
  await expect(queue('pictures').getJobCounts()).resolves.toMatchObject({ failed: 0 })
})

test('a connection to a Redis that answers nothing is given up, so that nobody waits for each command of it', async () => {
  const ping = () =>
    redis()
      .ping()
      .catch(() => '')
  // The test before has frozen the line as well: its connection may not be given up yet.
  await expect.poll(ping, { timeout: 10_000 }).toBe('PONG')
  redisLine.freeze()
  await expect(redis().ping()).rejects.toThrow('Command timed out')
  await expect.poll(() => redis().status, { timeout: 10_000 }).not.toBe('ready')
  await redisLine.comeBack()
  await expect.poll(ping, { timeout: 10_000 }).toBe('PONG')
})
