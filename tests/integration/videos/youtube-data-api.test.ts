// With a key YouTube's Data API is asked, which also knows the length; oEmbed stands in where it refuses.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LookUp } from '#lib/domain/videos/youtube.ts'
import { startYoutube, type Youtube } from '#tests/support/youtube.ts'

const path = '/youtube/v3/videos'
let youtube: Youtube
let lookUpVideo: (id: string) => Promise<LookUp>

beforeAll(async () => {
  youtube = await startYoutube()
  // The environment is read when the module loads.
  Object.assign(process.env, {
    YOUTUBE_URL: youtube.url,
    YOUTUBE_API_URL: youtube.url,
    YOUTUBE_API_KEY: 'a-key-of-the-test',
  })
  vi.resetModules()
  lookUpVideo = (await import('#lib/domain/videos/youtube.ts')).lookUpVideo
})
afterAll(() => youtube.close())

const item = (more: object = {}) => ({
  snippet: { title: ' A dance ', thumbnails: { high: { url: 'https://i.ytimg.com/vi/ccccccccccc/hq.jpg' } } },
  contentDetails: { duration: 'PT1M3S' },
  status: { embeddable: true },
  ...more,
})

test('title, picture and length are taken from the Data API, the key sent in a header', async () => {
  const before = youtube.asked.length
  youtube.answer(path, { status: 200, body: { items: [item()] } })
  expect(await lookUpVideo('ccccccccccc')).toEqual({
    kind: 'found',
    facts: {
      title: 'A dance',
      thumbnailUrl: 'https://i.ytimg.com/vi/ccccccccccc/hq.jpg',
      durationSeconds: 63,
    },
  })
  expect(youtube.asked.slice(before)).toEqual([
    `${path}?part=snippet%2CcontentDetails%2Cstatus&id=ccccccccccc`,
  ])
  expect(youtube.headers()['x-goog-api-key']).toBe('a-key-of-the-test')
})

test('what it does not have, or does not let others show, is missing', async () => {
  youtube.answer(path, { status: 200, body: { items: [] } })
  expect(await lookUpVideo('ccccccccccc')).toEqual({ kind: 'missing' })
  youtube.answer(path, { status: 200, body: { items: [item({ status: { embeddable: false } })] } })
  expect(await lookUpVideo('ccccccccccc')).toEqual({ kind: 'missing' })
})

test.each([
  ['the quota is used up', { status: 403, body: { error: { code: 403 } } }],
  ['the answer is garbage', { status: 200, body: 'no JSON' }],
])('oEmbed is asked where %s', async (_name, answer) => {
  youtube.answer(path, answer)
  expect(await lookUpVideo('ddddddddddd')).toMatchObject({
    kind: 'found',
    facts: { title: 'A dance on YouTube ddddddddddd', durationSeconds: null },
  })
})
