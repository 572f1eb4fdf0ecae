// What the callback of a prompt makes of its gift, whatever both are like (docs/money.md, Settlement).
import { expect, test } from 'vitest'
import { now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { connectRedis, redisKey } from '#lib/core/redis.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { type RawCallback, storeCallback } from '#lib/domain/payments/inbox.ts'
import { paymentInvariants } from '#lib/domain/payments/invariants.ts'
import { votesOf } from '#tests/support/contest.ts'
import { paidCallback } from '#tests/support/evidence.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { intentOf, setUpMoney } from '#tests/support/money.ts'
import {
  changeIntent,
  HOUR_MS,
  type PaidGift,
  paidGift,
  settleGifts,
  tellTheRest,
  timeFromNow,
  UNLISTED,
  withoutItem,
} from '#tests/support/paid-gift.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })
const aGift = (votes?: number, cents?: bigint) => paidGift(money, votes, cents)

test('the gifts of a batch are settled together, and nothing is left', async () => {
  const gifts = [await aGift(1), await aGift(2), await aGift(5)]
  for (const { id, line } of gifts) await storeCallback(paidCallback(id, line))
  expect(await settleGifts()).toBe(3)
  for (const { id } of gifts) expect(await intentOf(id)).toMatchObject({ state: 'credited' })
  expect(await Promise.all(gifts.map(({ video }) => votesOf(video)))).toEqual([1, 2, 5])
  expect(await settleGifts()).toBe(0)
})

test('everybody is told of the gifts that a batch has settled, by one message each for payments and votes', async () => {
  const gifts = [await aGift(2), await aGift(1)]
  for (const { id, line } of gifts) await storeCallback(paidCallback(id, line))
  const told = await messagesOf(['payments', 'votes'], settleGifts)
  expect(told.get('payments')).toEqual({ intent_ids: gifts.map(({ id }) => id) })
  const update = (gift: PaidGift | undefined, count: number) => ({
    video_id: gift?.video.id,
    vote_count: count,
    delta: count,
  })
  expect(told.get('votes')).toEqual({
    updates: expect.arrayContaining([update(gifts[0], 2), update(gifts[1], 1)]),
    waits_since: Object.fromEntries(gifts.map(({ video }) => [video.id, [expect.any(Number)]])),
  })
})

/** What is sent meanwhile: one message through each of these channels. */
async function messagesOf(
  channels: readonly string[],
  work: () => Promise<unknown>,
): Promise<Map<string, unknown>> {
  const heard = new Map<string, unknown>()
  const listener = connectRedis()
  listener.on('message', (key: string, text: string) => {
    const channel = channels.find((name) => redisKey(name) === key)
    if (channel) heard.set(channel, JSON.parse(text))
  })
  await listener.subscribe(...channels.map(redisKey))
  await work()
  await until('all is heard', () => heard.size === channels.length)
  listener.disconnect()
  return heard
}

const asIs = (gift: PaidGift) => [paidCallback(gift.id, gift.line)]
const outcomes: [string, (gift: PaidGift) => RawCallback[] | Promise<RawCallback[]>, string][] = [
  ['from an address that is not believed', ({ id, line }) => [paidCallback(id, line, UNLISTED)], 'verifying'],
  ['without its time', (gift) => [withoutItem(gift, 'TransactionDate')], 'credited'],
  ['without a receipt', (gift) => [withoutItem(gift, 'MpesaReceiptNumber')], 'verifying'],
  ['told twice', (gift) => [...asIs(gift), ...asIs(gift)], 'credited'],
  ['held for people', (gift) => changed(gift, `hold_reason = 'fraud_hold'`), 'review'],
  ['declined before', (gift) => changed(gift, `state = 'declined'`), 'credited'],
  ['with people already', (gift) => changed(gift, `state = 'review'`), 'review'],
  ['counted once and taken back', (gift) => changed(gift, `paid_at = now()`), 'awaiting'],
  ['paid tomorrow', (gift) => [paidAt(gift, 24 * HOUR_MS)], 'credited'],
  ['paid before its prompt was sent', (gift) => [paidAt(gift, -3 * HOUR_MS)], 'credited'],
  [
    'of another prompt',
    (gift) => changed(gift, `checkout_request_id = 'ws_CO_other of ' || id`),
    'verifying',
  ],
  [
    'of a prompt that is not known yet',
    (gift) => changed(gift, `state = 'submit_unknown', checkout_request_id = NULL`),
    'verifying',
  ],
]

test('a time that is not believed is stored nowhere as the time of payment: it would win ties', async () => {
  const gift = await aGift()
  await storeCallback(paidAt(gift, -3 * HOUR_MS))
  await settleGifts()
  const { rows } = await db().query(
    `SELECT i.paid_at >= i.created_at AS paid, r.paid_at >= i.created_at AS told
      FROM payment_intent i JOIN mpesa_receipt r ON r.intent_id = i.id WHERE i.id = $1`,
    [gift.id],
  )
  expect(rows).toEqual([{ paid: true, told: true }])
})

test.each(outcomes)('a gift whose callback or state is: %s', async (_what, callbacksFor, state) => {
  const gift = await aGift()
  for (const callback of await callbacksFor(gift)) await storeCallback(callback)
  expect(await votesOf(gift.video)).toBe(0)
  await settleGifts()
  expect(await intentOf(gift.id)).toMatchObject({ state })
  expect(await votesOf(gift.video)).toBe(state === 'credited' ? 3 : 0)
  await tellTheRest(gift)
})

test('another amount than was asked for is for people, whatever it pays for', async () => {
  for (const cents of [5_000n, 10_000n, 20_000n, 15_050n]) {
    const gift = await aGift(3, cents)
    await storeCallback(paidCallback(gift.id, gift.line))
    await settleGifts()
    expect(await intentOf(gift.id)).toMatchObject({ state: 'review', review_reason: 'wrong_amount' })
  }
})

test('one receipt for two payments of a batch: one of them counts, and a third payment all the same', async () => {
  const [first, second, other] = [await aGift(), await aGift(), await aGift()]
  const callbacks = [first.id, second.id].map((id) => paidCallback(id, first.line))
  for (const callback of [...callbacks, paidCallback(other.id, other.line)]) await storeCallback(callback)
  await settleGifts()
  expect(await intentOf(first.id)).toMatchObject({ state: 'credited' })
  expect(await intentOf(second.id)).toMatchObject({ state: 'review', review_reason: 'receipt_reused' })
  expect(await intentOf(other.id)).toMatchObject({ state: 'credited' })
  await storeCallback(paidCallback(second.id, second.line))
  await settleGifts()
})

test('a gift paid when the month was over waits for people', async () => {
  const gift = await aGift()
  const end = new Date(now().getTime() - 2 * HOUR_MS)
  const { endsAt } = money.month
  await changeMonth(money.month, { ends_at: end, submissions_end_at: end })
  await storeCallback(paidCallback(gift.id, gift.line))
  await settleGifts()
  expect(await intentOf(gift.id)).toMatchObject({ state: 'review', review_reason: 'late' })
  await changeMonth(money.month, { ends_at: endsAt, submissions_end_at: endsAt })
})

test('the check of the books finds a gift that the callback of another prompt has counted', async () => {
  const gift = await aGift()
  await storeCallback(paidCallback(gift.id, gift.line))
  await settleGifts()
  const broken = async () => (await brokenInvariants(db(), paymentInvariants)).map(String)
  const found = [expect.stringMatching(/^Broken: a CheckoutRequestID proves one payment: /)]
  // The callback's own prompt, with another letter behind it.
  await changeIntent(gift.id, `checkout_request_id = checkout_request_id || '2'`)
  expect(await broken()).toEqual(found)
  await changeIntent(gift.id, `checkout_request_id = left(checkout_request_id, -2)`)
  expect(await broken()).toEqual(found)
  await changeIntent(gift.id, `checkout_request_id = 'ws_CO_' || id`)
  expect(await broken()).toEqual([])
})

test('the time that a callback tells is believed, however long the callback lay in the inbox', async () => {
  const gift = await aGift()
  const came = new Date(now().getTime() - 96 * HOUR_MS)
  await changeIntent(gift.id, `submitted_at = submitted_at - interval '96 hours'`)
  const at = timeFromNow(-97 * HOUR_MS)
  const callback = paidCallback(gift.id, { ...gift.line, at })
  await withClock(
    () => came,
    () => storeCallback(callback),
  )
  await settleGifts()
  const [intent] = await rows(db(), 'SELECT state, paid_at FROM payment_intent WHERE id = $1', [gift.id])
  expect(intent).toEqual({ state: 'credited', paid_at: new Date(at) })
})

async function changed(gift: PaidGift, what: string): Promise<RawCallback[]> {
  await changeIntent(gift.id, what)
  return asIs(gift)
}

const paidAt = ({ id, line }: PaidGift, ms: number) => paidCallback(id, { ...line, at: timeFromNow(ms) })
