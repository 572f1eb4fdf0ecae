import { beforeAll, describe, expect, test } from 'vitest'
import { list } from '#lib/contract/videos/calls.ts'
import { db } from '#lib/core/db.ts'
import { getVideo, listVideos } from '#lib/domain/videos/queries.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeMonth, changeTrackOf, changeVideo, renamePerson } from '#tests/support/feed.ts'

const officer = { id: '0190b9a0-0000-7000-8000-000000000001', role: 'compliance_officer' as const }
const ask = (query: Record<string, unknown> = {}) => list.query.parse(query)
const ids = async (query: Record<string, unknown>, viewer: Parameters<typeof listVideos>[1] = null) =>
  (await listVideos(ask({ page_size: 100, ...query }), viewer)).results.map(({ id }) => id)

let past: Month
let current: Month
let old: StageVideo
let popular: StageVideo
let second: StageVideo
let viewed: StageVideo
let pending: StageVideo

beforeAll(async () => {
  past = await openMonth()
  await changeMonth(past, { phase: 'closed' })
  current = await openMonth()
  old = await addVideo(past)
  popular = await addVideo(current)
  second = await addVideo(current, { dancerId: popular.dancerId })
  viewed = await addVideo(current)
  pending = await addVideo(current)
  await changeVideo(old, { upload_date: '2026-01-01', vote_count: 500, title: '100% Taarab' })
  await changeVideo(popular, { upload_date: '2026-02-01', vote_count: 40, title: '' })
  await changeVideo(second, { upload_date: '2026-02-02', vote_count: 30 })
  await changeVideo(viewed, { upload_date: '2026-02-03', vote_count: 10, view_count: 900 })
  await changeVideo(pending, { upload_date: '2026-02-04', status: 'pending_review', title: 'Not yet' })
  await changeTrackOf(popular, 'Matatu Ya Usiku')
  await renamePerson(popular.dancerId, 'Kibet Kasirika')
})

describe('the feed', () => {
  test('is ordered as asked, newest first otherwise', async () => {
    expect(await ids({})).toEqual([viewed.id, second.id, popular.id, old.id])
    expect(await ids({ ordering: 'nonsense' })).toEqual([viewed.id, second.id, popular.id, old.id])
    expect(await ids({ ordering: 'upload_date' })).toEqual([old.id, popular.id, second.id, viewed.id])
    expect(await ids({ ordering: '-vote_count' })).toEqual([old.id, popular.id, second.id, viewed.id])
    expect(await ids({ ordering: 'vote_count' })).toEqual([viewed.id, second.id, popular.id, old.id])
    expect((await ids({ ordering: '-view_count' }))[0]).toBe(viewed.id)
    expect((await ids({ ordering: 'view_count' })).at(-1)).toBe(viewed.id)
  })

  test('is of one challenge, or of the current one', async () => {
    expect(await ids({ challenge: past.id })).toEqual([old.id])
    expect(await ids({ challenge: 'current' })).toEqual([viewed.id, second.id, popular.id])
    expect(await ids({ challenge: '0190b9a0-0000-7000-8000-000000000009' })).toEqual([])
  })

  test('is searched by title, dancer and track, and takes what was typed literally', async () => {
    expect(await ids({ search: '100%' })).toEqual([old.id])
    expect(await ids({ search: '_' })).toEqual([])
    expect(await ids({ search: 'ya usiku' })).toEqual([popular.id])
    expect(await ids({ search: 'kasirika' })).toEqual([second.id, popular.id])
    expect(await ids({ search: 'KASIRIKA', challenge: past.id })).toEqual([])
  })

  test('is searched by town, and picked by county', async () => {
    await db().query(`UPDATE profile SET location = 'Kayole Spring', county = 'Nairobi' WHERE user_id = $1`, [
      viewed.dancerId,
    ])
    expect(await ids({ search: 'kayole sp' })).toEqual([viewed.id])
    expect(await ids({ county: 'Nairobi' })).toEqual([viewed.id])
    expect(await ids({ county: 'Nairobi', search: 'kasirika' })).toEqual([])
    expect(await ids({ county: 'Nairobi', challenge: past.id })).toEqual([])
    expect(await ids({ county: 'Atlantis' })).toHaveLength(4)
  })

  test('shows visitors approved videos alone, whatever status they ask for', async () => {
    expect(await ids({ status: 'pending_review' })).not.toContain(pending.id)
    expect(await ids({ search: 'Not yet' })).toEqual([])
    expect(await ids({ status: 'pending_review' }, { id: pending.dancerId, role: 'dancer' })).not.toContain(
      pending.id,
    )
  })

  test('shows officers every status, or the one they ask for', async () => {
    expect(await ids({}, officer)).toContain(pending.id)
    expect(await ids({ status: 'pending_review' }, officer)).toEqual([pending.id])
  })

  test('names a video without a title after its track and dancer', async () => {
    const video = await getVideo(popular.id, null)
    expect(video.title).toBe('Matatu Ya Usiku – Kibet Kasirika')
    expect(video).toMatchObject({ username: 'Kibet Kasirika', avatar: '💃', vote_code: popular.voteCode })
  })

  test('gives a dancer’s best video its place, and no other', async () => {
    const ranks = (await listVideos(ask({}), null)).results.map(({ id, rank }) => [id, rank])
    expect(ranks).toEqual([
      [viewed.id, 2],
      [second.id, null],
      [popular.id, 1],
      [old.id, null],
    ])
  })
})

describe('the pages of the feed', () => {
  test('neither repeat nor skip a row among equal counts', async () => {
    const month = await openMonth()
    const made = []
    for (let count = 0; count < 7; count++) made.push((await addVideo(month)).id)
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) {
      const got = await listVideos(
        ask({ challenge: month.id, ordering: 'vote_count', page, page_size: 2 }),
        null,
      )
      expect(got.count).toBe(7)
      expect(got.next === null).toBe(page === 4)
      expect(got.previous === null).toBe(page === 1)
      seen.push(...got.results.map(({ id }) => id))
    }
    expect(seen.toSorted()).toEqual(made.toSorted())
    await changeMonth(month, { phase: 'closed' })
  })

  test('end: what is past the last one is not found, and an empty feed has one page', async () => {
    await expect(listVideos(ask({ page: 2 }), null)).rejects.toThrow('This page doesn’t exist.')
    expect(await listVideos(ask({ search: 'nobody' }), null)).toMatchObject({ count: 0, results: [] })
  })
})

describe('one video', () => {
  test('that is not approved is its owner’s and the officers’ to see', async () => {
    await expect(getVideo(pending.id, null)).rejects.toThrow('Not found.')
    await expect(getVideo(pending.id, { id: popular.dancerId, role: 'dancer' })).rejects.toThrow('Not found.')
    expect((await getVideo(pending.id, { id: pending.dancerId, role: 'dancer' })).status).toBe(
      'pending_review',
    )
    expect((await getVideo(pending.id, officer)).status).toBe('pending_review')
  })
})
