import { expect, test } from 'vitest'
import { type Best, LEADERBOARD_PLACES, placesOf } from './standings.ts'

const board = (...counts: number[]): Best[] =>
  counts.map((voteCount, index) => ({ videoId: `v${index}`, dancerUsername: `d${index}`, voteCount }))
const entry = (index: number, voteCount: number): Best => ({
  videoId: `v${index}`,
  dancerUsername: `d${index}`,
  voteCount,
})

test('a gift lifts an entry over those that it passes, and says no more than that', () => {
  expect(placesOf(board(90, 80, 70, 60), entry(1, 80), 15)).toEqual({ with: 2, without: 3 })
  expect(placesOf(board(90, 80, 70), entry(1, 80), 10)).toEqual({ with: 2, without: 2 })
  expect(placesOf(board(90), entry(0, 90), 90)).toEqual({ with: 1, without: 1 })
})

test("the entry's own count may be newer than the list, where equal others were first", () => {
  expect(placesOf(board(90, 80, 70, 60), entry(3, 80), 20)).toEqual({ with: 3, without: 4 })
  expect(placesOf(board(90, 80, 70, 60), entry(9, 85), 85)).toEqual({ with: 2, without: 5 })
})

test("below the last place there is none, nor for the dance that is not the dancer's best", () => {
  const full = board(...Array.from({ length: LEADERBOARD_PLACES }, (_, index) => 1_000 - index))
  expect(placesOf(full, entry(500, 5), 5)).toBeNull()
  expect(placesOf(full, entry(500, 2_000), 1_999)).toEqual({ with: 1, without: null })
  expect(placesOf(board(90, 80), { ...entry(1, 20), videoId: 'other' }, 5)).toBeNull()
  expect(placesOf(board(90, 80), { ...entry(1, 85), videoId: 'other' }, 5)).toEqual({ with: 2, without: 2 })
})
