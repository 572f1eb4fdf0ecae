import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { answered, pendingGift, stubAnswers, stubBrowser, stuck } from '#tests/support/browser-of-gifts.ts'
import { ANSWER_LIMIT_MS } from './answer-limit.ts'
import { followGift } from './follow-gift.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const declined: GiftView = { ...pendingGift, status: 'failed', failure: 'no_answer' }
const counted: GiftView = { ...pendingGift, status: 'completed' }

/** Follows a gift that stands in turn as given; where nothing is given the line takes the question and is stuck. */
function follow(...gifts: (GiftView | null)[]) {
  const browser = stubBrowser()
  const requests = stubAnswers(...gifts.map((gift) => (gift ? answered(gift) : stuck)))
  const heard: string[] = []
  const stop = followGift('g', Date.now(), {
    onAnswer: ({ status }) => heard.push(status),
    onUnknown: () => heard.push('unknown'),
  })
  return { ...browser, requests, heard, stop }
}

test('a payment that was declined is followed until it counts, and then no more', async () => {
  const { heard, requests, stop } = follow(pendingGift, declined, declined, counted)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heard).toEqual(['pending', 'failed'])
  // Another outcome is seldom, so it is asked about seldom.
  await vi.advanceTimersByTimeAsync(13_000)
  expect(requests).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual(['pending', 'failed', 'failed', 'completed'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(requests).toHaveLength(4)
  stop()
})

test('of a payment that was declined nothing is asked while nobody looks, and at once when somebody does', async () => {
  const { heard, requests, show, stop } = follow(declined, counted)
  await vi.advanceTimersByTimeAsync(100)
  show(false)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(requests).toHaveLength(1)
  show(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual(['failed', 'completed'])
  stop()
})

test('one that nobody knows is not asked about again, nor is anything once it is not followed', async () => {
  stubBrowser()
  const requests = stubAnswers(answered({ detail: 'Not found.' }, 404))
  const onUnknown = vi.fn()
  followGift('g', Date.now(), { onAnswer: () => expect.unreachable(), onUnknown })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onUnknown).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(1)
  const followed = follow(pendingGift)
  await vi.advanceTimersByTimeAsync(100)
  followed.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(followed.requests).toHaveLength(1)
})

test('a question that hangs ends, and the next one is asked', async () => {
  const { heard, requests, stop } = follow(null, counted)
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS - 1_000)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heard).toEqual(['completed'])
  stop()
})

test('it is asked at once when the line is back, and what the question before it says is not heard any more', async () => {
  const { heard, requests, bringLineBack, stop } = follow(null, declined)
  await vi.advanceTimersByTimeAsync(100)
  bringLineBack()
  await vi.advanceTimersByTimeAsync(100)
  expect([requests.length, heard]).toEqual([2, ['failed']])
  stop()
  bringLineBack()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(2)
})
