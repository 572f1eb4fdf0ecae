import { expect, test } from 'vitest'
import { holderOf, neighbourOf, nextToReview, type QueueItem } from './review-queue.ts'

const free = (id: string): QueueItem => ({ id, claim: null })
const heldBy = (holder: string, id: string): QueueItem => ({
  id,
  claim: {
    subject_type: 'kyc',
    subject_id: id,
    holder: { id: holder, username: holder, display_name: holder },
    claimed_at: '2026-11-22T12:00:00Z',
    expires_at: '2026-11-22T12:05:00Z',
  },
})

test('after a decision the next row below opens, at the end the first one above', () => {
  const rows = ['a', 'b', 'c'].map(free)
  expect(nextToReview(rows, 'a', 'me')).toBe('b')
  expect(nextToReview(rows, 'c', 'me')).toBe('a')
  expect(nextToReview(rows, null, 'me')).toBe('a')
})

test('what another officer looks at is passed over, what I look at is not', () => {
  const rows = [free('a'), heldBy('wanjiru', 'b'), heldBy('me', 'c')]
  expect(nextToReview(rows, 'a', 'me')).toBe('c')
  expect(nextToReview([free('a'), heldBy('wanjiru', 'b')], 'a', 'me')).toBe(null)
  expect(holderOf(heldBy('me', 'c'), 'me')).toBe(null)
})

test('nothing opens where nothing is left', () => {
  expect(nextToReview([free('a')], 'a', 'me')).toBe(null)
  expect(nextToReview([], null, 'me')).toBe(null)
})

test('J and K stop at the ends', () => {
  const rows = ['a', 'b'].map(free)
  expect(neighbourOf(rows, 'a', 1)).toBe('b')
  expect(neighbourOf(rows, 'b', 1)).toBe('b')
  expect(neighbourOf(rows, 'a', -1)).toBe('a')
  expect(neighbourOf(rows, null, 1)).toBe('a')
  expect(neighbourOf([], null, 1)).toBe(null)
})
