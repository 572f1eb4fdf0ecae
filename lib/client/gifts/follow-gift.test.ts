import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { answered, pendingGift, stubAnswers, stubBrowser } from '#tests/support/browser-of-gifts.ts'
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

/** Follows a gift that stands in turn as given. */
function follow(...gifts: GiftView[]) {
  const browser = stubBrowser()
  const requests = stubAnswers(...gifts.map((gift) => answered(gift)))
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
