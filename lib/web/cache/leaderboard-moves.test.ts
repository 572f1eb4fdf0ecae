import { expect, test } from 'vitest'
import type { PictureRow } from '#lib/contract/leaderboard/calls.ts'
import { LeaderboardMoves } from './leaderboard-moves.ts'

const rowsOf = (...ids: string[]): PictureRow[] =>
  ids.map((id, index) => ({
    rank: index + 1,
    video_id: id,
    title: id,
    dancer_username: id,
    vote_count: 9 - index,
    prize: 0,
    thumbnail_url: null,
    dancer_display_name: id,
  }))

test('rows say how the order last changed, until it changes again or another month begins', () => {
  const moves = new LeaderboardMoves()
  const moved = (...ids: string[]) => moves.list(rowsOf(...ids)).map((row) => row.moved)
  expect(moved('a', 'b', 'c')).toEqual([0, 0, 0])
  expect(moved('c', 'a', 'b', 'd')).toEqual([2, -1, -1, 'new'])
  expect(moved('c', 'a', 'b', 'd')).toEqual([2, -1, -1, 'new'])
  expect(moved('c', 'b', 'a', 'd')).toEqual([0, 1, -1, 0])
  expect(moved('x', 'y')).toEqual([0, 0])
})
