import { expect, test } from 'vitest'
import type { LeaderboardRow } from '#lib/contract/leaderboard/calls.ts'
import { moveRows, withPictures } from './leaderboard.ts'

function rowsOf(...entries: [id: string, votes: number][]): LeaderboardRow[] {
  return entries.map(([id, votes], index) => ({
    rank: index + 1,
    video_id: id,
    title: id,
    dancer_username: id,
    vote_count: votes,
    prize: 0,
  }))
}

test('the first rows have not moved', () => {
  expect(moveRows(null, rowsOf(['a', 3], ['b', 1])).map(({ moved, added }) => [moved, added])).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('a change says who went up, who went down, who is new, and how many gifts were added', () => {
  const before = moveRows(null, rowsOf(['a', 5], ['b', 3], ['c', 1]))
  const after = moveRows(before, rowsOf(['c', 9], ['a', 5], ['b', 3], ['d', 1]))
  expect(after.map(({ video_id, moved, added }) => [video_id, moved, added])).toEqual([
    ['c', 2, 8],
    ['a', -1, 0],
    ['b', -1, 0],
    ['d', 'new', 0],
  ])
})

test('a change of counts alone leaves the arrows standing', () => {
  const first = moveRows(null, rowsOf(['a', 5], ['b', 3]))
  const swapped = moveRows(first, rowsOf(['b', 6], ['a', 5]))
  const counted = moveRows(swapped, rowsOf(['b', 8], ['a', 5]))
  expect(counted.map(({ moved, added }) => [moved, added])).toEqual([
    [1, 2],
    [-1, 0],
  ])
})

test('a row in which nothing has changed is the same as before, also after it has gained', () => {
  const first = moveRows(null, rowsOf(['a', 5], ['b', 3], ['c', 1]))
  const gained = moveRows(first, rowsOf(['a', 5], ['b', 4], ['c', 1]))
  expect(gained.map((row, at) => row === first[at])).toEqual([true, false, true])
  const again = moveRows(gained, rowsOf(['a', 5], ['b', 4], ['c', 1]))
  expect(again.map((row, at) => row === gained[at])).toEqual([true, true, true])
})

test('an answer that is older than what a socket told gives pictures and names, and no counts or places', () => {
  const pictured = rowsOf(['a', 5]).map((row) => ({
    ...row,
    thumbnail_url: '/known',
    dancer_display_name: 'A',
  }))
  const first = moveRows(null, [...pictured, ...rowsOf(['b', 6])])
  const told = moveRows(first, rowsOf(['b', 9], ['a', 5]))
  const older = rowsOf(['a', 5], ['b', 6]).map((row) => ({
    ...row,
    thumbnail_url: `/${row.video_id}`,
    dancer_display_name: row.video_id,
  }))
  const rows = withPictures(told, older)
  expect(rows).toEqual([{ ...told[0], thumbnail_url: '/b', dancer_display_name: 'b' }, told[1]])
  expect(rows[1]).toBe(told[1])
})
