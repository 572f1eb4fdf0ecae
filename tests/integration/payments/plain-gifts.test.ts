// What settlement settles within Postgres is what it would have settled outside (docs/decisions/0029), and all else it leaves.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { connectRedis, redisKey } from '#lib/core/redis.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { type RawCallback, storeCallback } from '#lib/domain/payments/inbox.ts'
import type { PurposeHandlers } from '#lib/domain/payments/purpose.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { settleAgain, settleInbox, settlePlain } from '#lib/domain/payments/settle.ts'
import { undecidedStates } from '#lib/domain/payments/states.ts'
import { type StageVideo, votesOf } from '#tests/support/contest.ts'
import { type Line, paidCallback, putPromptOut, statementOf } from '#tests/support/evidence.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { callbacksOf, intentOf, newPhone, setUpMoney } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })
const HOUR_MS = 3_600_000
const UNLISTED = '203.0.113.7'
const outside: PurposeHandlers = { gift: { ...giftPurpose, settlePlain: undefined } }
const within: PurposeHandlers = { gift: giftPurpose }
const batch = { limit: 200, afterId: 0n, shard: 0 }

type Gift = { id: string; video: StageVideo; line: Line }

/** A gift whose prompt is on a phone, and its payment in M-Pesa's book. */
async function paidGift(votes = 3, cents = BigInt(votes) * 5_000n): Promise<Gift> {
  const [video, phone] = [await money.video(), newPhone()]
  const order = { videoId: video.id, voteCount: votes, phone, sessionId: phone, deviceFingerprint: 'f' }
  const { id } = await createGift(order)
  await putPromptOut(id, 2 * 3_600)
  await change(id, `next_check_at = now() + interval '1 hour'`)
  const { account_reference: account } = await intentOf(id)
  const line = money.book.collect({ kind: 'stk', phone, amountCents: cents, account })
  return {
    id,
    video,
    line: { ...line, at: new Date(Math.floor(now().getTime() / 1_000) * 1_000 - HOUR_MS).toISOString() },
  }
}

const change = (id: string, what: string) =>
  db().query(`UPDATE payment_intent SET ${what} WHERE id = $1`, [id])

test('gifts that are plainly paid are settled within Postgres, all of a batch at once', async () => {
  const gifts = [await paidGift(1), await paidGift(2), await paidGift(5)]
  for (const { id, line } of gifts) await storeCallback(paidCallback(id, line))
  expect(await settlePlain(within, batch)).toMatchObject({ settled: 3, left: 0 })
  for (const { id } of gifts) expect(await intentOf(id)).toMatchObject({ state: 'credited' })
  expect(await Promise.all(gifts.map(({ video }) => votesOf(video)))).toEqual([1, 2, 5])
  expect(await settlePlain(within, batch)).toMatchObject({ settled: 0, left: 0, last: null })
})

test.each([
  ['within Postgres', within],
  ['outside', outside],
])('settled %s, everybody is told of it', async (_where, handlers) => {
  const gifts = [await paidGift(2), await paidGift(1)]
  for (const { id, line } of gifts) await storeCallback(paidCallback(id, line))
  const told = await messagesOf(['payments', 'votes'], () => settleInbox(handlers))
  expect(told.get('payments')).toEqual({ intent_ids: gifts.map(({ id }) => id) })
  const update = (gift: Gift | undefined, count: number) => ({
    video_id: gift?.video.id,
    vote_count: count,
    delta: count,
  })
  expect(told.get('votes')).toEqual({
    updates: expect.arrayContaining([update(gifts[0], 2), update(gifts[1], 1)]),
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

const asIs = (gift: Gift) => [paidCallback(gift.id, gift.line)]
const unplain: [string, (gift: Gift) => RawCallback[] | Promise<RawCallback[]>, string][] = [
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
  const gift = await paidGift()
  await storeCallback(paidAt(gift, -3 * HOUR_MS))
  await settleInbox(within)
  const { rows } = await db().query(
    `SELECT i.paid_at >= i.created_at AS paid, r.paid_at >= i.created_at AS told
      FROM payment_intent i JOIN mpesa_receipt r ON r.intent_id = i.id WHERE i.id = $1`,
    [gift.id],
  )
  expect(rows).toEqual([{ paid: true, told: true }])
})

test.each(unplain)(
  'a callback %s is left to settlement in the worker',
  async (_what, callbacksFor, state) => {
    const gift = await paidGift()
    const callbacks = await callbacksFor(gift)
    const before = await intentOf(gift.id)
    for (const callback of callbacks) await storeCallback(callback)
    expect(await settlePlain(within, batch)).toMatchObject({ settled: 0, left: callbacks.length })
    expect(await intentOf(gift.id)).toEqual(before)
    expect(await votesOf(gift.video)).toBe(0)
    await settleInbox(within)
    expect(await intentOf(gift.id)).toMatchObject({ state })
    await tellTheRest(gift)
  },
)

test('another amount than was asked for is left to settlement in the worker, whatever it pays for', async () => {
  for (const cents of [5_000n, 10_000n, 20_000n, 15_050n]) {
    const gift = await paidGift(3, cents)
    await storeCallback(paidCallback(gift.id, gift.line))
    expect(await settlePlain(within, batch)).toMatchObject({ settled: 0, left: 1 })
    await settleInbox(within)
    expect(await intentOf(gift.id)).toMatchObject({ state: 'review', review_reason: 'wrong_amount' })
  }
})

test('one receipt for two payments: nothing of the batch is settled plainly, and one of them counts in the end', async () => {
  const [first, second, other] = [await paidGift(), await paidGift(), await paidGift()]
  const callbacks = [first.id, second.id].map((id) => paidCallback(id, first.line))
  for (const callback of [...callbacks, paidCallback(other.id, other.line)]) await storeCallback(callback)
  await expect(settlePlain(within, batch)).rejects.toMatchObject({ code: '23505' })
  await settleInbox(within)
  expect(await intentOf(first.id)).toMatchObject({ state: 'credited' })
  expect(await intentOf(second.id)).toMatchObject({ state: 'review', review_reason: 'receipt_reused' })
  expect(await intentOf(other.id)).toMatchObject({ state: 'credited' })
  await storeCallback(paidCallback(second.id, second.line))
  await settleInbox(within)
})

test('a callback paid when the month was over is left to settlement in the worker, and waits for people', async () => {
  const gift = await paidGift()
  const end = new Date(now().getTime() - 2 * HOUR_MS)
  const { endsAt } = money.month
  await changeMonth(money.month, { ends_at: end, submissions_end_at: end })
  await storeCallback(paidCallback(gift.id, gift.line))
  expect(await settlePlain(within, batch)).toMatchObject({ settled: 0, left: 1 })
  await settleInbox(within)
  expect(await intentOf(gift.id)).toMatchObject({ state: 'review', review_reason: 'late' })
  await changeMonth(money.month, { ends_at: endsAt, submissions_end_at: endsAt })
})

/** So much may M-Pesa's clock differ from ours: before a prompt was sent, and after now. Seconds are all that it tells. */
const TOLERANCE_MS = 5 * 60_000
const SENT_MS = -2 * HOUR_MS
const aroundTolerance = [SENT_MS - TOLERANCE_MS, TOLERANCE_MS].flatMap((edge) => [
  edge - 1_000,
  edge,
  edge + 1_000,
])

/** What became of the video without its payments being held: its dancer is erased, or it was withdrawn at that time. */
type Removal = null | 'erased' | number
const removals: readonly Removal[] = ['erased', -HOUR_MS - 1_000, -HOUR_MS, -HOUR_MS + 1_000]

const story = fc.record({
  state: fc.constantFrom<PaymentState>(...undecidedStates, 'declined', 'rejected', 'review'),
  votes: fc.integer({ min: 1, max: 20 }),
  more: fc.constantFrom(0n, 0n, 0n, 5_000n, -50n),
  source: fc.constantFrom('127.0.0.1', '127.0.0.1', '::ffff:127.0.0.1', UNLISTED),
  hold: fc.constantFrom(null, null, null, 'fraud_hold'),
  prompt: fc.constantFrom('own', 'own', 'own', 'none', 'other'),
  isQueried: fc.boolean(),
  leaveOut: fc.constantFrom(null, null, null, 'PhoneNumber', 'TransactionDate', 'Amount'),
  at: fc.constantFrom(
    null,
    null,
    null,
    24 * HOUR_MS,
    -3 * HOUR_MS,
    -27 * 365 * 24 * HOUR_MS,
    ...aroundTolerance,
  ),
  removal: fc.constantFrom<Removal>(null, null, null, ...removals),
})
const prompts = { own: 'checkout_request_id', none: 'NULL', other: `'ws_CO_other of ' || id` }
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

/** A gift that Postgres settles. What follows is different in one thing, and told each time, because chance seldom tells it. */
const plain: Story = {
  state: 'awaiting',
  votes: 3,
  more: 0n,
  source: '127.0.0.1',
  hold: null,
  prompt: 'own',
  isQueried: false,
  leaveOut: null,
  at: null,
  removal: null,
}
const examples: [Story[]][] = [
  [removals.map((removal) => ({ ...plain, removal }))],
  [aroundTolerance.map((at) => ({ ...plain, at }))],
]

test('whatever a payment and its callback are like, both ways make the same of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 6 }), async (stories) => {
      // Both at one moment, which is a whole second, because the edges of the tolerance are.
      const moment = new Date(Math.floor(now().getTime() / 1_000) * 1_000)
      const playing = (handlers: PurposeHandlers) =>
        withClock(
          () => moment,
          () => play(stories, handlers),
        )
      const [one, other] = [await playing(within), await playing(outside)]
      expect(one).toEqual(other)
    }),
    { numRuns: 60, examples },
  )
})

/** Tells the stories, a gift each, and settles them. @returns everything that was made of them, without the ids */
async function play(stories: readonly Story[], handlers: PurposeHandlers): Promise<unknown[]> {
  const [gifts, told]: [Gift[], Gift[]] = [[], []]
  for (const one of stories) {
    const paid = await paidGift(one.votes, BigInt(one.votes) * 5_000n + one.more)
    const gift = one.at === null ? paid : { ...paid, line: { ...paid.line, at: timeFromNow(one.at) } }
    gifts.push(paid)
    told.push(gift)
    await change(
      gift.id,
      `state = '${one.state}', hold_reason = ${one.hold ? `'${one.hold}'` : 'NULL'},
        checkout_request_id = ${prompts[one.prompt]}, last_query_code = ${one.isQueried ? `'1032'` : 'NULL'}`,
    )
    await remove(gift.video, one.removal)
    await storeCallback(withoutItem(gift, one.leaveOut, one.source))
  }
  await settleInbox(handlers)
  // With the time that the callback told, so that a payment's time is compared as well.
  const made = await Promise.all(told.map(madeOf))
  for (const gift of gifts) await tellTheRest(gift)
  // What has waited for an acknowledgement finds that its payment is decided.
  await settleAgain(handlers)
  return made
}

/** Removes a video as the product does, but for the hold of its payments, by which settlement would know it at once. */
async function remove(video: StageVideo, removal: Removal): Promise<void> {
  if (removal === 'erased') {
    await db().query('UPDATE app_user SET deleted_at = $2 WHERE id = $1', [video.dancerId, now()])
  } else if (removal !== null) {
    await db().query(
      `UPDATE video SET status = 'rejected', withdrawn_at = $2, withdrawn_because = 'video_withdrawn' WHERE id = $1`,
      [video.id, timeFromNow(removal)],
    )
  }
}

/** Everything that settlement wrote of a gift, told without what differs from one to the next. */
async function madeOf({ id, video, line }: Gift) {
  const [intent, journals, receipts] = await Promise.all([
    rows(
      db(),
      `SELECT state, amount, result_code, review_reason, hold_reason, last_query_code, queries, next_check_at IS NULL AS is_done,
          paid_at = $2 AS is_time, settled_at IS NULL AS is_open, replace(checkout_request_id, $1, 'id') AS prompt,
          replace(hinted_checkout_request_id, $1, 'id') AS hint, confirmed_at IS NULL AS is_confirmed, receipt_missing_since
        FROM payment_intent WHERE id = $1::uuid`,
      [id, line.at],
    ),
    rows(
      db(),
      `SELECT replace(replace(j.idempotency_key, $1, 'id'), $2, 'receipt') AS key, j.type, j.source_type,
          replace(replace(j.source_id, $1, 'id'), $2, 'receipt') AS source, j.reversal_of, j.actor, a.kind, a.shard, e.amount,
          CASE WHEN a.owner_id IS NOT NULL THEN e.balance_after END AS balance, a.owner_id = $3 AS is_dancer, a.owner_id = $4 AS is_musician
        FROM journal j JOIN entry e ON e.journal_id = j.id JOIN account a ON a.id = e.account_id
        WHERE j.source_id IN ($1, $2) ORDER BY key, a.kind`,
      [id, line.receipt, video.dancerId, video.musicianId],
    ),
    rows(
      db(),
      `SELECT status, intent_id = $2 AS is_its, amount, source, account_reference, phone = $3 AS is_phone, reason, paid_at = $4 AS is_time
        FROM mpesa_receipt WHERE receipt = $1`,
      [line.receipt, id, line.phone, line.at],
    ),
  ])
  return {
    intent,
    outcomes: (await callbacksOf(id)).map(({ outcome, processed_at }) => [outcome, processed_at !== null]),
    votes: await votesOf(video),
    journals,
    receipts,
  }
}

/** The callback of a gift, of which M-Pesa left something out. */
function withoutItem({ id, line }: Gift, name: string | null, source?: string): RawCallback {
  const callback = paidCallback(id, line, source)
  const parsed = JSON.parse(callback.body)
  const { CallbackMetadata } = parsed.Body.stkCallback
  CallbackMetadata.Item = CallbackMetadata.Item.filter((item: { Name: string }) => item.Name !== name)
  return { ...callback, body: JSON.stringify(parsed) }
}

async function changed(gift: Gift, what: string): Promise<RawCallback[]> {
  await change(gift.id, what)
  return asIs(gift)
}

const timeFromNow = (ms: number) => new Date(Math.floor((now().getTime() + ms) / 1_000) * 1_000).toISOString()
const paidAt = ({ id, line }: Gift, ms: number) => paidCallback(id, { ...line, at: timeFromNow(ms) })

/** What no believed word has told yet, so that the books hold what M-Pesa holds. */
async function tellTheRest({ line }: Gift): Promise<void> {
  const { rowCount } = await db().query('SELECT 1 FROM mpesa_receipt WHERE receipt = $1', [line.receipt])
  if (rowCount === 0) await storeCallback(statementOf(line))
  await settleInbox(within)
}
