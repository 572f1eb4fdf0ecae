import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventFeed, listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { newPhone, order, setUpMoney, untilState, viewGift } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()

const counted: { video_id: string; vote_count: number; delta: number }[] = []
let feed: EventFeed
beforeAll(() => {
  feed = openEventFeed([listenTo(votesCounted, ({ updates }) => void counted.push(...updates))])
})
afterAll(() => feed.end())

test('a gift of five votes is prompted, paid, counted, shared out and told to everybody', async () => {
  const video = await money.video()
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
  })
  expect(await votesOf(video)).toBe(5)
  expect(await walletOf(video.dancerId)).toBe(7_500n)
  expect(await walletOf(video.musicianId)).toBe(7_500n)
  await until('the votes are published', () => counted.find((update) => update.video_id === video.id))
  expect(counted).toContainEqual({ video_id: video.id, vote_count: 5, delta: 5 })
})
