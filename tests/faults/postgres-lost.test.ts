// Postgres gone for a moment: nothing that was paid is lost, and M-Pesa is told what could not be stored.
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { votesOf } from '#tests/support/contest.ts'
import { failedCallback } from '#tests/support/evidence.ts'
import { newPhone, order, orderGift, setUpMoney, untilState } from '#tests/support/money.ts'
import {
  countPaid,
  countPrompted,
  expectNobodyPromptedTwice,
  newPhones,
  orderUnwaited,
  untilPaidCounted,
} from '#tests/support/payers.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

// Before the product reads its environment: its Postgres is behind a proxy.
const postgresLine = await vi.hoisted(async () => {
  const { openProxy } = await import('#tests/support/tcp-proxy.ts')
  const proxy = await openProxy(process.env.DATABASE_URL ?? '')
  process.env.DATABASE_URL = proxy.url
  return proxy
})
afterAll(() => postgresLine.goAway())

const money = setUpMoney()
// Before the books are looked at.
afterEach(() => postgresLine.comeBack())

test('a callback that cannot be stored is answered with an error, and M-Pesa’s next try counts', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false, callbackRetries: 10, callbackRetryMs: 200 })
  const id = await order(video, phone, 2)
  await untilState(id, 'awaiting')
  await postgresLine.goAway()
  expect(await send(callbackUrl('stk', id), { body: failedCallback(id, 1032).body })).toMatchObject({
    status: 503,
    json: { ResultCode: 1 },
  })
  money.mpesa.answer({ phone, answer: 'pin' })
  await until('M-Pesa was refused', () =>
    money.mpesa.deliveries().some(({ kind, status }) => kind === 'stk' && status === 503),
  )
  await postgresLine.comeBack()
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('a gift ordered meanwhile is refused as a fault of ours, and nobody is prompted', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await postgresLine.goAway()
  const answer = await orderGift(video, phone)
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(answer.text).not.toMatch(/ECONNREFUSED|postgres|127\.0\.0\.1/i)
  await postgresLine.comeBack()
  expect(money.promptsTo(phone)).toEqual([])
  await untilState(await order(video, phone), 'credited')
})

test('connections cut again and again while thirty people pay: what was paid is counted, nobody is prompted twice', async () => {
  const video = await money.video()
  const phones: string[] = []
  for (let wave = 0; wave < 5; wave++) {
    const six = newPhones(6)
    const orders = Promise.allSettled(six.map((phone) => orderUnwaited(video, phone)))
    // Each wave is cut elsewhere: in the orders, or when the first to the fourth of those taken has been prompted.
    const taken = async () => (await orders).filter(({ status }) => status === 'fulfilled').length
    await until(
      'so many are prompted',
      async () => countPrompted(money, six) >= wave || (await taken()) < wave,
    )
    await postgresLine.goAway()
    await postgresLine.comeBack()
    await orders
    phones.push(...six)
  }
  await untilPaidCounted(money, video, phones)
  expect(countPaid(money, phones)).toBeGreaterThan(0)
  // Where it is unknown whether a prompt left, M-Pesa has the last word; what certainly did not leave is taken back.
  const { rows } = await db().query(`SELECT DISTINCT state::text FROM payment_intent WHERE phone = ANY($1)`, [
    phones,
  ])
  const states = rows.map(({ state }) => state)
  expect(['credited', 'rejected', 'submit_unknown', 'verifying']).toEqual(expect.arrayContaining(states))
  expectNobodyPromptedTwice(money, phones)
})
