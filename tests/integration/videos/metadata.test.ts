// What YouTube tells of a submitted video: asked at once by the page and later by the worker, and never in the way of a
// submission. A server of this test's own answers for YouTube.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, firstRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { catchUpMetadata, fetchMetadataLater } from '#lib/domain/videos/metadata.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import { readyDancer, type Submitter, submitted } from '#tests/support/submissions.ts'
import { until } from '#tests/support/until.ts'
import { startYoutube, type Youtube } from '#tests/support/youtube.ts'
import { startConsumers } from '#workers/consume.ts'

let month: Month
let youtube: Youtube
const youtubePort = Number(new URL(env.YOUTUBE_URL).port)

beforeAll(async () => {
  month = await openMonth()
})
beforeEach(async () => {
  await db().query(`UPDATE video SET metadata = 'fetched'`)
  youtube = await startYoutube(youtubePort)
  return () => youtube.close()
})
afterAll(() => Promise.all([closeQueues(), closeRedis(), closeDb()]))

async function fetchMetadata(id: string, access?: string): Promise<Response> {
  const { POST } = await loadRoute(contract.submissions.fetchMetadata)
  return send(POST, { method: 'POST', params: { id }, access, address: newAddress() })
}

const kept = (id: string) =>
  firstRow<Record<string, unknown>>(
    db(),
    `SELECT metadata, title, thumbnail_url, duration_seconds FROM video WHERE id = $1`,
    [id],
  )

const oneTrack = (): Promise<Submitter> => readyDancer(month, { tracks: 1 })
const slow = { status: 0, body: '' }

describe('the page asks', () => {
  test('and is told what YouTube knows, which the video then shows', async () => {
    const dancer = await oneTrack()
    const id = await submitted(dancer, { youtube_url: 'https://youtu.be/aaaaaaaaaaa' })
    const told = {
      title: 'A dance on YouTube aaaaaaaaaaa',
      thumbnail_url: 'https://i.ytimg.com/vi/aaaaaaaaaaa/hqdefault.jpg',
    }
    await expectAnswer(await fetchMetadata(id, dancer.access), 200, { status: 'fetched', ...told })
    expect(await kept(id)).toEqual({ metadata: 'fetched', ...told, duration_seconds: null })
    expect(youtube.asked).toEqual([
      '/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Daaaaaaaaaaa',
    ])
    // What is known is not asked for again.
    await expectAnswer(await fetchMetadata(id, dancer.access), 200, { status: 'fetched', ...told })
    expect(youtube.asked).toHaveLength(1)
  })

  test('and keeps the title that the dancer gave', async () => {
    const dancer = await oneTrack()
    const id = await submitted(dancer, { title: 'Kayole nights' })
    expect(await (await fetchMetadata(id, dancer.access)).json()).toMatchObject({ title: 'Kayole nights' })
  })

  test('and shows no picture of a host that pages may not load from', async () => {
    youtube.answer('/oembed', {
      status: 200,
      body: { title: 'x'.repeat(5_000), thumbnail_url: 'https://evil.test/a.gif' },
    })
    const dancer = await oneTrack()
    const id = await submitted(dancer, { youtube_url: 'https://youtu.be/bbbbbbbbbbb' })
    const told = (await (await fetchMetadata(id, dancer.access)).json()) as Record<string, string>
    expect(told.thumbnail_url).toBe('https://i.ytimg.com/vi/bbbbbbbbbbb/hqdefault.jpg')
    expect(told.title).toHaveLength(100)
  })

  test.each([
    ['no such video', { status: 404, body: 'Not Found' }],
    ['a video that may not be shown elsewhere', { status: 401, body: 'Unauthorized' }],
    ['a fault', { status: 500, body: '' }],
    ['too many questions', { status: 429, body: '' }],
    ['no JSON', { status: 200, body: '<!doctype html><title>Before you continue</title>' }],
    ['JSON of another shape', { status: 200, body: { titel: 1 } }],
    ['far too much', { status: 200, body: `{"title":"${'x'.repeat(400_000)}"}` }],
    ['a way to somewhere else', { status: 302, body: '' }],
    ['nothing in time', slow],
  ])('and learns that it is pending where YouTube answers %s', async (_name, answer) => {
    youtube.answer('/oembed', answer)
    const dancer = await oneTrack()
    const id = await submitted(dancer)
    await expectAnswer(await fetchMetadata(id, dancer.access), 200, { status: 'pending' })
    expect(await kept(id)).toMatchObject({ title: '', thumbnail_url: null })
  })

  test('and learns the same where YouTube cannot be reached', async () => {
    const dancer = await oneTrack()
    const id = await submitted(dancer)
    await youtube.close()
    await expectAnswer(await fetchMetadata(id, dancer.access), 200, { status: 'pending' })
  })

  test('only about a video of their own, officers about any', async () => {
    const id = await submitted(await oneTrack())
    const notFound = { detail: 'Not found.', code: 'not_found' }
    await expectAnswer(await fetchMetadata(id, (await oneTrack()).access), 404, notFound)
    expect((await fetchMetadata(id)).status).toBe(401)
    const officer = await signInAs('compliance_officer')
    expect((await fetchMetadata(id, officer.access)).status).toBe(200)
  })
})

describe('the worker asks', () => {
  test('after each submission, by itself', async () => {
    const end = startConsumers()
    const id = await submitted(await oneTrack())
    await until('the metadata is there', async () => (await kept(id))?.metadata === 'fetched')
    await end()
  })

  test('again, later each time, while YouTube does not answer', async () => {
    youtube.answer('/oembed', { status: 503, body: '' })
    const id = await submitted(await oneTrack())
    for (let tries = 0; tries < 4; tries++) await fetchMetadataLater({ videoId: id, tries })
    expect(await laterTries(id)).toEqual([
      { tries: 1, seconds: 10 },
      { tries: 2, seconds: 60 },
      { tries: 3, seconds: 600 },
    ])
    expect(await kept(id)).toMatchObject({ metadata: 'pending' })
  })

  test('not again about what is known, refused or gone', async () => {
    const id = await submitted(await oneTrack())
    youtube.answer('/oembed', { status: 404, body: '' })
    await fetchMetadataLater({ videoId: id, tries: 0 })
    expect(await kept(id)).toMatchObject({ metadata: 'unavailable' })
    await fetchMetadataLater({ videoId: id, tries: 0 })
    await fetchMetadataLater({ videoId: month.id, tries: 0 })
    expect(youtube.asked).toHaveLength(1)
    expect(await laterTries(id)).toEqual([])
  })

  test('every hour about the last week, and stops where YouTube does not answer', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await submitted(await oneTrack()))
    await changeVideo({ id: ids[0] ?? '' }, { upload_date: new Date(Date.now() - 8 * 86_400_000) })
    // Private at first: it may be public now, also where an officer has approved it meanwhile.
    await changeVideo({ id: ids[1] ?? '' }, { metadata: 'unavailable' })
    await changeVideo({ id: ids[2] ?? '' }, { metadata: 'unavailable', status: 'approved' })
    await changeVideo({ id: ids[3] ?? '' }, { metadata: 'unavailable', status: 'rejected' })
    youtube.answer('/oembed', { status: 503, body: '' })
    expect(await catchUpMetadata()).toBe(1)
    youtube.answer('/oembed', { status: 200, body: { title: 'Late' } })
    expect(await catchUpMetadata()).toBe(3)
    const states = await Promise.all(ids.map(async (id) => (await kept(id))?.metadata))
    expect(states).toEqual(['pending', 'fetched', 'fetched', 'unavailable', 'fetched'])
    expect(await kept(ids[2] ?? '')).toMatchObject({
      title: '',
      thumbnail_url: expect.stringContaining('i.ytimg.com'),
    })
  })

  test('and leaves an approved title as it was approved, while the picture arrives in the feed', async () => {
    const id = await submitted(await oneTrack())
    await changeVideo({ id }, { status: 'approved' })
    const told: unknown[] = []
    const feed = openEventFeed([listenTo(publicContentChanged, (payload) => void told.push(payload))])
    await until('the feed listens', () => feed.isConnected())
    await fetchMetadataLater({ videoId: id, tries: 0 })
    expect(await kept(id)).toMatchObject({ title: '', thumbnail_url: expect.stringContaining('i.ytimg.com') })
    await until('the change was told', () => told.length > 0)
    feed.end()
  })
})

/** The tries that wait in the queue for their time. */
async function laterTries(id: string): Promise<{ tries: number; seconds: number }[]> {
  const jobs = await queue('housekeeping').getDelayed()
  return jobs
    .filter(({ data }) => data.videoId === id)
    .map(({ data, opts }) => ({ tries: data.tries, seconds: Math.round((opts.delay ?? 0) / 1000) }))
    .sort((a, b) => a.tries - b.tries)
}
