import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pendingGift, stubBrowser } from '#tests/support/browser-of-gifts.ts'
import { noteOutcome, type OpenGift, readOpenGift, rememberOpenGift } from './open-gift.ts'

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
