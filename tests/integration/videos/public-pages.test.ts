import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { findDancerPage, findSongPage } from '#lib/domain/videos/public-pages.ts'
import { readRanks } from '#lib/domain/videos/standings.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'

let month: Month

beforeEach(async () => {
  month = await openMonth()
})
afterEach(() => changeMonth(month, { phase: 'closed' }))

const ranks = () => readRanks()

async function usernameOf({ dancerId }: StageVideo): Promise<string> {
  const { rows } = await db().query<{ username: string }>('SELECT username FROM app_user WHERE id = $1', [
    dancerId,
  ])
  return rows[0]?.username ?? ''
}

async function trackOf({ id }: StageVideo): Promise<string> {
  const { rows } = await db().query<{ track_id: string }>('SELECT track_id FROM video WHERE id = $1', [id])
  return rows[0]?.track_id ?? ''
}

describe('a dancer in public', () => {
  test('has their approved dances with places and prizes, whatever the case of the name', async () => {
    const best = await addVideo(month)
    await changeVideo(best, { vote_count: 9 })
    const second = await addVideo(month, best)
    await changeVideo(second, { vote_count: 2 })
    await changeVideo(await addVideo(month, best), { vote_count: 70, status: 'pending_review' })
    await changeVideo(await addVideo(month, best), { vote_count: 80, status: 'rejected' })
    const username = await usernameOf(best)
    const found = await findDancerPage(username.toUpperCase(), ranks)
    expect(found).toMatchObject({ username, dances: 2, votes: 11, wins: 0, won: 0, bestRank: null })
    expect(new Map(found?.list.map(({ id, rank, votes }) => [id, [rank, votes]]))).toEqual(
      new Map([
        [best.id, [1, 9]],
        [second.id, [null, 2]],
      ]),
    )
    await db().query(
      `INSERT INTO challenge_result (challenge_id, rank, dancer_id, video_id, vote_count, prize) VALUES ($1, 3, $2, $3, 9, 500000)`,
      [month.id, best.dancerId, best.id],
    )
    await changeMonth(month, { phase: 'closed' })
    const later = await findDancerPage(username, ranks)
    expect(later).toMatchObject({ wins: 1, won: 5_000, bestRank: 3 })
    expect(later?.list.find(({ id }) => id === best.id)).toMatchObject({ rank: 3, prize: 5_000 })
  })

  test('says nothing but what the feed says: no phone, mail or legal name', async () => {
    const video = await addVideo(month)
    await db().query(`UPDATE app_user SET first_name = 'Wanjiru', last_name = 'Secret' WHERE id = $1`, [
      video.dancerId,
    ])
    const found = JSON.stringify(await findDancerPage(await usernameOf(video), ranks))
    expect(found).not.toMatch(/@ngoma\.test|Wanjiru|Secret|254799990000/)
  })

  test.each(['is_active = false', 'deleted_at = now()'])('is gone where %s', async (change) => {
    const video = await addVideo(month)
    await db().query(`UPDATE app_user SET ${change} WHERE id = $1`, [video.dancerId])
    expect(await findDancerPage(await usernameOf(video), ranks)).toBeNull()
  })

  test('is nobody of another role, and nobody unknown', async () => {
    const video = await addVideo(month)
    await db().query(`UPDATE app_user SET role = 'super_admin' WHERE id = $1`, [video.dancerId])
    expect(await findDancerPage(await usernameOf(video), ranks)).toBeNull()
    expect(await findDancerPage(`nobody-${newId()}`, ranks)).toBeNull()
  })
})

describe('a song in public', () => {
  test('has who danced to it, most votes first', async () => {
    const one = await addVideo(month)
    const other = await addVideo(month)
    const track = await trackOf(one)
    await changeVideo(one, { vote_count: 4 })
    await changeVideo(other, { vote_count: 6, track_id: track })
    const found = await findSongPage(track, ranks)
    expect(found).toMatchObject({ id: track, title: 'A song', dances: 2, dancers: 2, votes: 10 })
    expect(found?.list.map(({ id }) => id)).toEqual([other.id, one.id])
  })

  test('is not there before anybody has danced to it in public', async () => {
    const video = await addVideo(month)
    await changeVideo(video, { status: 'pending_review' })
    expect(await findSongPage(await trackOf(video), ranks)).toBeNull()
    expect(await findSongPage(newId(), ranks)).toBeNull()
  })
})
