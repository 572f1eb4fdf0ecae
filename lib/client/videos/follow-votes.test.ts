import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setVoteCount, tellVoteCount } from './follow-votes.ts'
import { readVoteCount, subscribeVoteCount } from './vote-counts.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

test('what a socket has just told stands against an answer that may be older, and against a later one no longer', () => {
  const heard: number[] = []
  const stop = subscribeVoteCount('v1', () => heard.push(readVoteCount('v1', 0)))
  setVoteCount('v1', 5)
  tellVoteCount('v1', 7)
  setVoteCount('v1', 6)
  vi.advanceTimersByTime(9_000)
  setVoteCount('v1', 6)
  expect(heard).toEqual([5, 7])
  vi.advanceTimersByTime(1_000)
  // A payment was taken back while no socket was open.
  setVoteCount('v1', 4)
  tellVoteCount('v1', -1)
  expect(heard).toEqual([5, 7, 4, 0])
  stop()
})

test('an answer is taken for a video of which no socket has told', () => {
  tellVoteCount('v2', 3)
  setVoteCount('v3', 9)
  expect([readVoteCount('v3', 0), readVoteCount('v4', 2)]).toEqual([9, 2])
})
