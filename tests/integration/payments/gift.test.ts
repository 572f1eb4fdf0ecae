import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { type EventFeed, listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import { addVideo, openMonth, votesOf, walletOf } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { stepOverMidnight } from '#tests/support/midnight.ts'
import { newPhone, order, orderGift, setUpMoney, untilState, viewGift } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()

const counted: { video_id: string; vote_count: number; delta: number }[] = []
let feed: EventFeed
beforeAll(() => {
  feed = openEventFeed([listenTo(votesCounted, ({ updates }) => void counted.push(...updates))])
})
afterAll(() => feed.end())

test('a gift of five votes is prompted, paid, counted, shared out and told to everybody', async () => {
  // In a month of its own, where no other entry has votes.
  const video = await addVideo(await openMonth())
  const phone = newPhone()
  const id = await order(video, phone, 5)
  await untilState(id, 'credited')
  const [payment] = money.paymentsOf(phone)
  expect(payment).toMatchObject({ amountCents: 25_000n, kind: 'stk' })
  expect(await viewGift(id)).toMatchObject({
    id,
    status: 'completed',
    vote_count: 5,
    amount: 250,
    receipt: payment?.receipt,
    failure: null,
    paybill: null,
    prompt_open: false,
    // Every other entry without votes was behind it without these too: equal ones do not count as passed.
    place: { with: 1, without: 1 },
  })
  expect(await votesOf(video)).toBe(5)
  expect(await walletOf(video.dancerId)).toBe(7_500n)
  expect(await walletOf(video.musicianId)).toBe(7_500n)
  await until('the votes are published', () => counted.find((update) => update.video_id === video.id))
  expect(counted).toContainEqual({ video_id: video.id, vote_count: 5, delta: 5 })
})

test.each([1, 5, 10, 20, 100])('a gift of %s votes costs KES 50 each and is one prompt', async (votes) => {
  const [video, phone] = [await money.video(), newPhone()]
  const answer = await orderGift(video, phone, votes)
  expect(answer).toMatchObject({
    status: 202,
    json: { amount: votes * 50, payment_required: false, payment_url: null },
  })
  await untilState(String(answer.json.gift_id), 'credited')
  expect(money.promptsTo(phone)).toHaveLength(1)
  expect(money.promptsTo(phone)[0]?.body).toMatchObject({
    Amount: votes * 50,
    PhoneNumber: phone,
    PartyA: phone,
  })
  expect(await votesOf(video)).toBe(votes)
})

test('votes of many gifts for one video add up, and each is told with the count after it', async () => {
  const video = await money.video()
  const ids = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((votes) => order(video, newPhone(), votes)))
  for (const id of ids) await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(36)
  const ofVideo = () => counted.filter((update) => update.video_id === video.id)
  await until('all are published', () => ofVideo().reduce((sum, { delta }) => sum + delta, 0) === 36)
  expect(Math.max(...ofVideo().map(({ vote_count }) => vote_count))).toBe(36)
})

test('a dancer whose videos many people vote for is paid for all of them, and each musician for their own', async () => {
  const first = await money.video()
  const second = await money.video({ dancerId: first.dancerId })
  const third = await money.video({ musicianId: first.musicianId })
  for (const [video, votes] of [
    [first, 1],
    [second, 2],
    [third, 4],
  ] as const)
    await untilState(await order(video, newPhone(), votes), 'credited')
  expect(await walletOf(first.dancerId)).toBe(3n * 1_500n)
  expect(await walletOf(first.musicianId)).toBe(5n * 1_500n)
  expect(await walletOf(second.musicianId)).toBe(2n * 1_500n)
  expect(await walletOf(third.dancerId)).toBe(4n * 1_500n)
})

test.each([
  [{ vote_count: 0 }, 'vote_count', 'Quantity must be positive.'],
  [{ vote_count: 101 }, 'vote_count', 'You can gift up to 100 per transaction.'],
  [{ vote_count: 1.5 }, 'vote_count', 'Enter a whole number.'],
  [{ vote_count: '5' }, 'vote_count', 'Enter a whole number.'],
  [{ phone_number: '0712345678' }, 'phone_number', 'Enter MPESA number in format 2547XXXXXXXX (12 digits).'],
  [
    { phone_number: '254112345678' },
    'phone_number',
    'Enter MPESA number in format 2547XXXXXXXX (12 digits).',
  ],
  [
    { phone_number: 254_712_345_678 },
    'phone_number',
    'Enter MPESA number in format 2547XXXXXXXX (12 digits).',
  ],
  [{ device_fingerprint: 'short' }, 'device_fingerprint', 'Use at least 10 characters.'],
  [{ device_fingerprint: 'x'.repeat(25) }, 'device_fingerprint', 'Use at most 24 characters.'],
  [{ session_id: undefined }, 'session_id', 'This field is required.'],
])('%j is refused by name, and nobody is prompted', async (wrong, field, sentence) => {
  const [video, phone] = [await money.video(), newPhone()]
  const right = {
    session_id: 'session-of-a-test',
    device_fingerprint: 'fingerprint-1',
    phone_number: phone,
    vote_count: 1,
  }
  const answer = await send(`/api/videos/${video.id}/bulk-vote/`, { body: { ...right, ...wrong } })
  expect(answer).toMatchObject({ status: 400, json: { errors: { [field]: [sentence] } } })
  expect(money.promptsTo(phone)).toEqual([])
})

test('a dancer cannot gift their own video', async () => {
  const video = await money.video()
  expect(await orderGift(video, video.dancerPhone)).toMatchObject({
    status: 403,
    json: { code: 'own_video' },
  })
})

test('a video that is unknown, not approved or official takes no gifts', async () => {
  const [pending, official] = [await money.video(), await money.video()]
  await db().query(`UPDATE video SET status = 'pending_review' WHERE id = $1`, [pending.id])
  await db().query(`UPDATE video SET kind = 'official' WHERE id = $1`, [official.id])
  for (const id of [pending.id, official.id, '01990000-0000-7000-8000-000000000000']) {
    expect(await orderGift({ id }, newPhone())).toMatchObject({ status: 404, json: { code: 'not_found' } })
  }
  expect((await orderGift({ id: 'no-uuid' }, newPhone())).status).toBe(404)
})

test('a phone has so many votes for a video and day, paid or still open; refused ones do not count', async () => {
  await stepOverMidnight(money)
  const [video, other, phone] = [await money.video(), await money.video(), newPhone()]
  await db().query(`INSERT INTO setting (key, value) VALUES ('max_votes_per_phone_per_video_per_day', '10')`)
  forgetSettings()
  await untilState(await order(video, phone, 6), 'credited')
  const sentence = 'You have exceeded the maximum votes for this video. (max votes reached)'
  const refused = { status: 409, json: { code: 'max_votes_reached', error: sentence } }
  expect(await orderGift(video, phone, 5)).toMatchObject(refused)
  money.mpesa.setNext({ phone, outcome: 'cancelled' })
  await untilState(await order(video, phone, 4), 'declined')
  await untilState(await order(video, phone, 4), 'credited')
  expect(await orderGift(video, phone, 1)).toMatchObject(refused)
  await untilState(await order(other, phone, 10), 'credited')
  await db().query('DELETE FROM setting')
  forgetSettings()
})

test('a test vote is a whole gift through the simulator', async () => {
  const video = await money.video()
  const answer = await send('/api/test-vote/', { body: { video_id: video.id, vote_count: 3 } })
  expect(answer).toMatchObject({ status: 202, json: { success: true, amount: 150 } })
  await untilState(String(answer.json.gift_id), 'credited')
  expect(await votesOf(video)).toBe(3)
})

test('a gift that nobody ordered is not found', async () => {
  expect(await send('/api/gifts/01990000-0000-7000-8000-000000000000/', { method: 'GET' })).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  })
  expect((await send('/api/gifts/01990000-0000-7000-8000-000000000000/prompt/')).status).toBe(404)
})

test('no gift asks for money once its month is over', async () => {
  const [video, phone, declining] = [await money.video(), newPhone(), newPhone()]
  money.mpesa.setNext({ phone: declining, outcome: 'cancelled' })
  const declined = await order(video, declining)
  await untilState(declined, 'declined')
  await money.mpesa.goAway()
  const unsent = await order(video, phone)
  await untilState(unsent, 'rejected')
  const isPayable = { paybill: { business_number: '600999' } }
  expect(await viewGift(unsent)).toMatchObject({ ...isPayable, can_retry_prompt: true })
  expect(await viewGift(declined)).toMatchObject({ ...isPayable, status: 'failed' })
  const { endsAt } = money.month
  const past = addSeconds(now(), -1)
  await changeMonth(money.month, { ends_at: past, submissions_end_at: past })
  try {
    const message = /^Voting for this video has ended/
    expect(await viewGift(unsent)).toMatchObject({
      status: 'pending',
      paybill: null,
      can_retry_prompt: false,
      message: expect.stringMatching(message),
    })
    expect(await viewGift(declined)).toMatchObject({ status: 'failed', paybill: null })
  } finally {
    await changeMonth(money.month, { ends_at: endsAt, submissions_end_at: endsAt })
  }
})
