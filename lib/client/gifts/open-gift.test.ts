import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { pendingGift, stubBrowser } from '#tests/support/browser-of-gifts.ts'
import { noteOutcome, type OpenGift, readOpenGift, rememberOpenGift, startOf } from './open-gift.ts'
import { mayHaveGift, OPEN_GIFT } from './stored-gifts.ts'

beforeEach(() => {
  stubBrowser()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function begun(): OpenGift {
  const { id, video_id: videoId, video_title: title, vote_count: quantity } = pendingGift
  return { id, videoId, title, dancer: 'Aisha', quantity, phone: '254712345678', startedAt: Date.now() }
}

test('a payment is kept over an outcome that may still change, and forgotten after one that is final', () => {
  rememberOpenGift(begun())
  for (const status of ['failed', 'under_review', 'expired'] as const) {
    noteOutcome({ ...pendingGift, status })
    expect(readOpenGift()).toMatchObject({ id: 'g', told: status })
  }
  noteOutcome({ ...pendingGift, status: 'completed' })
  expect(readOpenGift()).toBeNull()
})

test('the outcome of another payment changes nothing', () => {
  const other = { ...begun(), id: 'other' }
  rememberOpenGift(other)
  noteOutcome({ ...pendingGift, status: 'failed' })
  noteOutcome({ ...pendingGift, status: 'refunded' })
  expect(readOpenGift()).toEqual(other)
})

test('what is too old or broken is forgotten when it is read, so that no page loads the gift flow for it', () => {
  const day = 24 * 60 * 60 * 1_000
  const { startedAt, ...old } = begun()
  rememberOpenGift({ ...old, startedAt })
  expect(readOpenGift(startedAt + day - 1)).not.toBeNull()
  expect(readOpenGift(startedAt + day)).toBeNull()
  expect(mayHaveGift()).toBe(false)
  for (const broken of ['no JSON', JSON.stringify(old)]) {
    localStorage.setItem(OPEN_GIFT, broken)
    expect(readOpenGift()).toBeNull()
    expect(mayHaveGift()).toBe(false)
  }
})

test('when another device has asked is told by the clock of this one, however wrong it is', () => {
  vi.useFakeTimers({ now: Date.parse(pendingGift.created_at) - 86_400_000, toFake: ['Date'] })
  try {
    const answered = Date.parse(pendingGift.created_at) + 20_000
    serverClock.note(new Response(null, { headers: { date: new Date(answered).toUTCString() } }))
    expect(startOf(pendingGift)).toBe(Date.now() - 20_000)
    const startedAt = Date.now() - 5_000
    rememberOpenGift({ ...begun(), startedAt })
    expect(startOf(pendingGift)).toBe(startedAt)
  } finally {
    vi.useRealTimers()
    serverClock.note(new Response(null, { headers: { date: new Date().toUTCString() } }))
  }
})
