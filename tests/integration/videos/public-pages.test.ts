import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { dancers } from '#lib/contract/videos/dancers.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { findDancers } from '#lib/domain/videos/dancers.ts'
import { findDancerPage, findSongPage } from '#lib/domain/videos/public-pages.ts'
import { readRanks } from '#lib/domain/videos/standings.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

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

describe('dancers who are looked for', () => {
  test('are found by name, town and county, most votes first, with a dance in public alone', async () => {
    const town = `Mji ${newId()}`
    const [first, second, hidden] = [await addVideo(month), await addVideo(month), await addVideo(month)]
    for (const { dancerId } of [first, second, hidden])
      await db().query(`UPDATE profile SET location = $2, county = 'Lamu' WHERE user_id = $1`, [
        dancerId,
        town,
      ])
    await changeVideo(first, { vote_count: 3 })
    await changeVideo(second, { vote_count: 9 })
    await changeVideo(hidden, { status: 'pending_review' })
    const found = async (query: Record<string, string>) =>
      (await findDancers(dancers.query.parse(query))).map(({ username }) => username)
    const [one, two] = [await usernameOf(first), await usernameOf(second)]
    expect(await found({ search: town.toUpperCase() })).toEqual([two, one])
    expect(await found({ search: town, county: 'Lamu' })).toEqual([two, one])
    expect(await found({ search: town, county: 'Kisumu' })).toEqual([])
    expect(await found({ search: one, county: 'Lamu' })).toEqual([one])
    expect(await found({ county: 'Lamu' })).toEqual([two, one])
    expect(await found({})).toEqual([])
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [second.dancerId])
    expect(await found({ search: town })).toEqual([one])
  })
})

describe('what other sites embed', () => {
  test('is told for the address of a video of ours, within the sizes they ask for', async () => {
    const video = await addVideo(month)
    await changeVideo(video, { title: 'Moto "sana" <b>' })
    const url = new URL(`/video/${video.id}`, env.PUBLIC_URL).href
    const { GET } = await loadRoute(contract.videos.oembed)
    const answer = await send(GET, { query: { url, maxwidth: '300', maxheight: '100' } })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const told = await answer.json()
    expect(told).toMatchObject({
      version: '1.0',
      type: 'video',
      width: 300,
      height: 300,
      title: 'Moto "sana" <b>',
    })
    expect(told.html).toContain(`src="${new URL(`/embed/${video.id}`, env.PUBLIC_URL).href}"`)
    expect(told.html).toContain('title="Moto &quot;sana&quot; &lt;b&gt;"')
    await changeVideo(video, { status: 'rejected' })
    const addresses = [
      url,
      'https://elsewhere.example/video/1',
      new URL(`/video/${newId()}`, env.PUBLIC_URL).href,
    ]
    for (const other of addresses) expect((await send(GET, { query: { url: other } })).status).toBe(404)
    expect((await send(GET, { query: { url, format: 'xml' } })).status).toBe(400)
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
