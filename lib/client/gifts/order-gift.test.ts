import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answered, stubAnswers, stubBrowser, stuck } from '#tests/support/browser-of-gifts.ts'
import { ANSWER_LIMIT_MS } from './answer-limit.ts'
import { orderGift, readWaitingGift, type WaitingGift } from './open-gift.ts'

beforeEach(() => {
  vi.useFakeTimers()
  stubBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const request = { videoId: 'v', title: 'Dance', dancer: 'Amina', paybill: null }
const order = (): WaitingGift => ({
  key: 'key of the gift',
  request,
  quantity: 5,
  phone: '254712345678',
  startedAt: Date.now(),
  waitsFor: 'answer',
})

test('waits in the tab from before it leaves: a reload before the answer keeps its key', async () => {
  const requests = stubAnswers(stuck)
  void orderGift(order()).catch(() => undefined)
  expect(readWaitingGift()).toMatchObject({ key: 'key of the gift', quantity: 5 })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual([{ path: '/api/videos/v/bulk-vote/', key: 'key of the gift' }])
})

test('a stuck connection is no answer after a while', async () => {
  stubAnswers(stuck)
  const end = orderGift(order()).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS + 2_000)
  expect(await end).toMatchObject({ name: 'ApiError', status: 0 })
})

test('neither is an answer that breaks off in the middle', async () => {
  stubAnswers(async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    return new Response(body, { status: 202 })
  })
  await expect(orderGift(order())).rejects.toMatchObject({ name: 'ApiError', status: 0 })
})

test("nor is one that is not the server's", async () => {
  stubAnswers(
    async () => new Response('<html>Sign in to this network</html>'),
    async () => new Response(null, { status: 204 }),
  )
  await expect(orderGift(order())).rejects.toMatchObject({ name: 'ApiError', status: 0 })
  await expect(orderGift(order())).rejects.toMatchObject({ name: 'ApiError', status: 0 })
})

test('names the gift, and a refusal as it came', async () => {
  stubAnswers(answered({ gift_id: 'g' }, 202), answered({ code: 'voting_closed', error: 'Over.' }, 403))
  expect(await orderGift(order())).toBe('g')
  await expect(orderGift(order())).rejects.toMatchObject({ status: 403, code: 'voting_closed' })
})
