import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import type { LeaderboardRow } from '#lib/contract/leaderboard/calls.ts'
import type { Video, VideoPage } from '#lib/contract/videos/calls.ts'
import { closePublicChanges } from '#lib/web/cache/public-changes.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import {
  changeMonth,
  changeTrackOf,
  changeVideo,
  countVotes,
  cutEventFeeds,
  tellPublicChange,
  untilListening,
} from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { GET as getLeaderboard } from '../../../app/api/leaderboard/route.ts'
import { GET as getVideo } from '../../../app/api/videos/[id]/route.ts'
import { GET as getCurrentChallenge } from '../../../app/api/videos/challenges/current/route.ts'
import { GET as getVideos } from '../../../app/api/videos/route.ts'

let month: Month
let video: StageVideo

const feed = async (query: Record<string, string> = {}): Promise<VideoPage> =>
  (await send(getVideos, { path: '/api/videos/', query })).json()
const detail = (of: { id: string }, access?: string) =>
  send(getVideo, { path: `/api/videos/${of.id}/`, params: { id: of.id }, access })
/** A page size that was not asked for yet is a page that was not built yet. */
const countInFeed = async (page_size = '20') =>
  (await feed({ page_size })).results.find(({ id }) => id === video.id)?.vote_count
const leaderboard = async (): Promise<LeaderboardRow[]> => (await send(getLeaderboard)).json()

beforeAll(async () => {
  month = await openMonth()
  video = await addVideo(month)
  await addVideo(month)
  await feed()
  await untilListening()
  const count = await countVotes(video, 1)
  await until('messages arrive', async () => (await countInFeed()) === count)
})
afterAll(closePublicChanges)

describe('what everybody reads', () => {
  test('is answered from memory until a change is told', async () => {
    const before = await countInFeed('51')
    await changeVideo(video, { vote_count: 70 })
    expect(await countInFeed('51')).toBe(before)
    await countVotes(video, 5)
    await until('the feed shows the votes', async () => (await countInFeed('51')) === 75)
    await until('so does the video', async () => (await (await detail(video)).json()).vote_count === 75)
    await until('so does the leaderboard', async () =>
      (await leaderboard()).some(({ vote_count }) => vote_count === 75),
    )
  })

  test('follows a video’s place together with its count', async () => {
    const rival = await addVideo(month)
    await countVotes(video, 1)
    await tellPublicChange('videos')
    await until('the rival is in the feed', async () =>
      (await feed()).results.some(({ id }) => id === rival.id),
    )
    await countVotes(rival, 1_000)
    const places = await until('the rival leads', async () => {
      const { results } = await feed()
      return results.find(({ id }) => id === rival.id)?.rank === 1 && results
    })
    expect(places.find(({ id }) => id === video.id)?.rank).toBe(2)
    expect(places.find(({ id }) => id === rival.id)?.vote_count).toBe(1_000)
  })

  test('names who dances and to what as they are after a change', async () => {
    const titleIn = async (page_size: string) =>
      (await feed({ page_size })).results.find(({ id }) => id === video.id)?.track.title
    expect(await titleIn('61')).toBe('A song')
    await changeTrackOf(video, 'Another song')
    await tellPublicChange('videos')
    await until('it has its new name', async () => (await titleIn('61')) === 'Another song')
  })

  test('counts anew when a video comes or goes', async () => {
    const { count } = await feed()
    const added = await addVideo(month)
    await tellPublicChange('videos')
    await until('it is counted', async () => (await feed()).count === count + 1)
    expect((await detail(added)).status).toBe(200)
    await changeVideo(added, { status: 'rejected' })
    await tellPublicChange('videos')
    await until('it is gone from the feed', async () => (await feed()).count === count)
    await until('and by itself', async () => (await detail(added)).status === 404)
  })

  test('follows the challenge', async () => {
    const current = async (): Promise<CurrentChallenge> => (await send(getCurrentChallenge)).json()
    expect((await current()).current_phase).toBe('voting')
    await changeMonth(month, { phase: 'tallying' })
    await tellPublicChange('challenge')
    await until('it is tallying', async () => (await current()).current_phase === 'tallying')
    await changeMonth(month, { phase: 'voting' })
    await tellPublicChange('challenge')
    await until('it is voting again', async () => (await current()).current_phase === 'voting')
  })

  test('is read anew after Redis was away', async () => {
    const before = (await countInFeed('52')) ?? 0
    await changeVideo(video, { vote_count: before + 400 })
    expect(await countInFeed('52')).toBe(before)
    await cutEventFeeds()
    await until('the feed shows what was not told', async () => (await countInFeed('52')) === before + 400)
  })
})

describe('an answer from memory', () => {
  test('says how long it may be kept, and is not sent twice to who has it', async () => {
    const first = await send(getVideos, { path: '/api/videos/' })
    expect(first.headers.get('cache-control')).toBe('public, max-age=1, stale-while-revalidate=5')
    expect(first.headers.get('content-type')).toBe('application/json')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await send(getVideos, { path: '/api/videos/', headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(tag)
      expect(await again.text()).toBe('')
    }
    expect((await send(getVideos, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('is the same however the question is spelled', async () => {
    const tag = async (path: string) => (await send(getVideos, { path })).headers.get('etag')
    const plain = await tag('/api/videos')
    expect(await tag('/api/videos/')).toBe(plain)
    expect(await tag('/api/videos/?page=1&page_size=20&ordering=-upload_date&status=approved')).toBe(plain)
    expect(await tag('/api/videos/?ordering=nonsense&utm_source=sms')).toBe(plain)
    expect(await tag('/api/videos/?page_size=1')).not.toBe(plain)
  })

  test('carries an id of its own request', async () => {
    const ask = () => send(getVideos, { path: '/api/videos/' })
    expect((await ask()).headers.get('x-request-id')).not.toBe((await ask()).headers.get('x-request-id'))
    const named = await send(getVideos, { path: '/api/videos/', headers: { 'x-request-id': 'mine-1' } })
    expect(named.headers.get('x-request-id')).toBe('mine-1')
  })
})

describe('who signs in', () => {
  test('as an officer reads past the memory', async () => {
    const { access } = await signInAs('compliance_officer')
    const hidden = await addVideo(month)
    await changeVideo(hidden, { status: 'pending_review' })
    const answer = await send(getVideos, {
      path: '/api/videos/',
      query: { status: 'pending_review' },
      access,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const page: VideoPage = await answer.json()
    expect(page.results.map(({ id }) => id)).toEqual([hidden.id])
    expect((await detail(hidden, access)).status).toBe(200)
    expect((await detail(hidden)).status).toBe(404)
    expect((await feed({ status: 'pending_review' })).results.map(({ id }) => id)).not.toContain(hidden.id)
  })

  test('as a dancer sees the own video before it is approved, and nobody gets it from memory', async () => {
    const { access, user } = await signInAs('dancer')
    const own = await addVideo(month, { dancerId: user.id })
    await changeVideo(own, { status: 'rejected', rejection_reason: 'Too dark' })
    const seen: Video = await (await detail(own, access)).json()
    expect(seen).toMatchObject({ status: 'rejected', rejection_reason: 'Too dark' })
    expect((await detail(own)).status).toBe(404)
  })
})

describe('a question that has no answer', () => {
  test.each([
    ['/api/videos/?page=999', 404, { detail: 'This page doesn’t exist.', code: 'not_found' }],
    ['/api/videos/?page=0', 400, { code: 'invalid', errors: { page: ['Must be at least 1.'] } }],
    ['/api/videos/?page=one', 400, { code: 'invalid', errors: { page: ['Enter a whole number.'] } }],
    ['/api/videos/?page_size=101', 400, { code: 'invalid', errors: { page_size: ['Must be at most 100.'] } }],
    ['/api/videos/?challenge=x', 400, { code: 'invalid', errors: { challenge: ['Must be a valid UUID.'] } }],
  ])('%s is told so each time', async (path, status, body) => {
    for (let time = 1; time <= 2; time++) {
      const answer = await send(getVideos, { path })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toEqual(body)
    }
  })

  test('is told so where the id names nothing', async () => {
    expect((await detail({ id: '0190b9a0-0000-7000-8000-000000000009' })).status).toBe(404)
    expect((await detail({ id: 'x' })).status).toBe(404)
  })

  test('is told so where no month runs', async () => {
    await changeMonth(month, { phase: 'closed' })
    await tellPublicChange('challenge')
    const answer = await until('the challenge is gone', async () => {
      const found = await send(getCurrentChallenge)
      return found.status === 404 && found
    })
    expect(await answer.json()).toMatchObject({ code: 'no_challenge' })
    expect(await leaderboard()).toEqual([])
    await changeMonth(month, { phase: 'voting' })
    await tellPublicChange('challenge')
    await until('it is back', async () => (await send(getCurrentChallenge)).status === 200)
  })
})
