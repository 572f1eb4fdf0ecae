import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getOwnStanding } from '#lib/domain/leaderboard/own-standing.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { getVideo } from '#lib/domain/videos/queries.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'

let month: Month

beforeEach(async () => {
  month = await openMonth()
})
afterEach(() => changeMonth(month, { phase: 'closed' }))

/** A video with so many votes, reached at that minute. */
async function withVotes(votes: number, minute = 0, of: { dancerId?: string } = {}) {
  const video = await addVideo(month, of)
  const reached = votes > 0 ? new Date(Date.UTC(2026, 0, 1, 0, minute)) : null
  await changeVideo(video, { vote_count: votes, votes_reached_at: reached })
  return video
}

describe('the leaderboard', () => {
  test('has one row for each dancer: their best video', async () => {
    const best = await withVotes(9)
    const second = await withVotes(7, 0, best)
    const other = await withVotes(8)
    const rows = await getLeaderboard()
    expect(rows.map((row) => [row.rank, row.video_id, row.vote_count])).toEqual([
      [1, best.id, 9],
      [2, other.id, 8],
    ])
    expect((await getVideo(other.id, null)).rank).toBe(2)
    expect((await getVideo(second.id, null)).rank).toBeNull()
  })

  test('puts the one who reached a count first ahead', async () => {
    const later = await withVotes(5, 30)
    const earlier = await withVotes(5, 10)
    expect((await getLeaderboard()).map((row) => row.video_id)).toEqual([earlier.id, later.id])
  })

  test('gives the prize to the first five who have votes', async () => {
    for (let votes = 4; votes >= 0; votes--) await withVotes(votes)
    await withVotes(0)
    expect((await getLeaderboard()).map((row) => row.prize)).toEqual([5_000, 5_000, 5_000, 5_000, 0, 0])
  })

  test('leaves out official videos and what is not approved', async () => {
    await changeVideo(await withVotes(50), { kind: 'official' })
    await changeVideo(await withVotes(40), { status: 'pending_review' })
    const entry = await withVotes(1)
    expect((await getLeaderboard()).map((row) => row.video_id)).toEqual([entry.id])
  })

  test('has at most a hundred rows', async () => {
    await Promise.all(Array.from({ length: 103 }, (_, votes) => withVotes(votes)))
    const rows = await getLeaderboard()
    expect(rows).toHaveLength(100)
    expect(rows.at(-1)).toMatchObject({ rank: 100, vote_count: 3 })
  })

  test('is empty outside voting and tallying', async () => {
    await withVotes(3)
    await changeMonth(month, { phase: 'tallying' })
    expect(await getLeaderboard()).toHaveLength(1)
    await changeMonth(month, { phase: 'subscription', voting_starts_at: new Date(Date.now() + 60_000) })
    expect(await getLeaderboard()).toEqual([])
    await changeMonth(month, { phase: 'closed' })
    expect(await getLeaderboard()).toEqual([])
  })
})

describe('where a dancer stands', () => {
  test('is the place of their best video, and the votes that are missing to a prize', async () => {
    for (const votes of [90, 80, 70, 60, 50]) await withVotes(votes)
    const own = await withVotes(42)
    await withVotes(7, 0, own)
    expect(await getOwnStanding(own.dancerId)).toMatchObject({
      challenge: { current_phase: 'voting', winners: 5, prize_per_winner: 5_000 },
      video: { id: own.id, vote_count: 42 },
      rank: 6,
      votes_to_prize: 9,
    })
    await changeVideo(own, { vote_count: 51 })
    expect(await getOwnStanding(own.dancerId)).toMatchObject({ rank: 5, votes_to_prize: 0 })
  })

  test('is of the video that reached its count first, where two have as many votes', async () => {
    const later = await withVotes(5, 30)
    const earlier = await withVotes(5, 10, later)
    await withVotes(5, 20)
    expect(await getOwnStanding(later.dancerId)).toMatchObject({ video: { id: earlier.id }, rank: 1 })
  })

  test('is no place without an approved video, outside of voting, and between months', async () => {
    const own = await withVotes(3)
    await changeMonth(month, { phase: 'subscription', voting_starts_at: new Date(Date.now() + 60_000) })
    expect(await getOwnStanding(own.dancerId)).toMatchObject({ rank: null, votes_to_prize: null })
    await changeVideo(own, { status: 'pending_review' })
    expect(await getOwnStanding(own.dancerId)).toMatchObject({ video: null, rank: null })
    await changeMonth(month, { phase: 'closed' })
    expect(await getOwnStanding(own.dancerId)).toEqual({
      challenge: null,
      video: null,
      rank: null,
      votes_to_prize: null,
    })
  })
})
