// The pictures of videos in sizes of our own: drawn once by the worker, of approved videos alone, and from nowhere but YouTube and
// our store. Web draws none: until then it answers with what they are drawn of.
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { STILL_FORMATS, STILL_WIDTHS } from '#lib/contract/videos/constants.ts'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { listKeys, putObject } from '#lib/core/storage.ts'
import { activateAccount, deactivateAccount } from '#lib/domain/profiles/account-activation.ts'
import { drawStills } from '#lib/domain/videos/draw-stills.ts'
import { approveVideo } from '#lib/domain/videos/review-video.ts'
import { deleteStills } from '#lib/domain/videos/stills.ts'
import { stillFile } from '#lib/web/videos/still-file.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'
import { createPerson } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'
import { newYoutubeId, startYoutube, type Youtube } from '#tests/support/youtube.ts'

let month: Month
let youtube: Youtube

beforeEach(async () => {
  month = await openMonth()
  youtube = await startYoutube(Number(new URL(env.YOUTUBE_PICTURES_URL).port))
})
afterEach(async () => {
  await youtube.close()
  await changeMonth(month, { phase: 'closed' })
})
afterAll(() => Promise.all([closeQueues(), closeDb()]))

const ask = (videoId: string, file: string) =>
  stillFile(new Request(`http://web.test/stills/${videoId}/${file}`), {
    params: Promise.resolve({ videoId, file }),
  })

async function shown(answer: Response) {
  const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { format, width }
}

async function videoWith(thumbnail: string | null, columns = {}): Promise<StageVideo> {
  const video = await addVideo(month)
  await changeVideo(video, { thumbnail_url: thumbnail, ...columns })
  return video
}

const onYoutube = () => `https://i.ytimg.com/vi/${newYoutubeId()}/hqdefault.jpg`

const filesOf = (videoId: string) => listKeys({ bucket: 'media', key: `stills/${videoId}/` })

/** What the worker is asked to do with a video's pictures. */
const jobsOf = async (videoId: string): Promise<string[]> =>
  (await queue('pictures').getJobs()).flatMap(({ name, data }) =>
    data.videoId === videoId || data.videoIds?.includes(videoId) ? name : [],
  )

/** What the worker is asked for. */
const askedFor = async (): Promise<unknown[]> =>
  (await queue('pictures').getJobs()).map(({ data }): unknown => data)

test('web answers at once with YouTube’s own, asked once; then come the sizes that the worker draws', async () => {
  const { id } = await videoWith(onYoutube())
  const files = STILL_WIDTHS.flatMap((width) => STILL_FORMATS.map((format) => `${width}.${format}`))
  const first = await Promise.all(files.map((file) => ask(id, file)))
  for (const answer of first) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=10')
    expect(await shown(answer)).toEqual({ format: 'jpeg', width: 480 })
  }
  expect((await askedFor()).filter((data) => isDeepStrictEqual(data, { videoId: id }))).toHaveLength(1)

  expect(await drawStills(id)).toBe(files.length)
  expect(await drawStills(id)).toBe(0)
  for (const file of files) {
    const answer = await ask(id, file)
    const [width, format] = file.split('.')
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    // Never larger than what there is.
    expect(await shown(answer)).toEqual({
      format: format === 'avif' ? 'heif' : 'webp',
      width: Math.min(Number(width), 480),
    })
  }
  expect(youtube.asked).toHaveLength(1)
})

test('a video that leaves its month takes its drawn pictures with it; they are drawn again where it comes back', async () => {
  const { id, dancerId } = await videoWith(onYoutube())
  const admin = await createPerson('super_admin')
  const change = { id: dancerId, by: admin, address: '127.0.0.1' }
  await drawStills(id)
  expect(await filesOf(id)).not.toEqual([])
  // What is shown is not deleted, however late the job comes.
  expect(await deleteStills(id)).toBe(0)

  await deactivateAccount({ ...change, reason: 'A copy of another account.' })
  await until('the worker is asked to delete', async () => (await jobsOf(id)).includes('delete-stills'))
  await deleteStills(id)
  expect(await filesOf(id)).toEqual([])

  await activateAccount({ ...change, reason: 'It was a mistake.' })
  await until('the worker is asked to draw', async () => (await jobsOf(id)).includes('draw-stills'))
  await drawStills(id)
  expect(await filesOf(id)).not.toEqual([])
})

test.each([
  ['the worker draws', drawStills],
  ['somebody looks', (id: string) => ask(id, '480.avif')],
])('nothing is left of a video that is withdrawn while %s', async (_, look) => {
  const thumbnail = onYoutube()
  const video = await videoWith(thumbnail)
  const body = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer()
  youtube.answer(new URL(thumbnail).pathname, async () => {
    await changeVideo(video, { status: 'rejected' })
    return { status: 200, body }
  })
  await look(video.id)
  expect(youtube.asked).toHaveLength(1)
  expect(await filesOf(video.id)).toEqual([])
})

test('what may not be shown is not drawn either', async () => {
  const { id } = await videoWith(onYoutube(), { status: 'rejected' })
  expect(await drawStills(id)).toBe(0)
  expect(youtube.asked).toEqual([])
})

test('what a try that failed has drawn goes where the video was withdrawn before the next one', async () => {
  const { id } = await videoWith(onYoutube())
  await drawStills(id)
  expect(await filesOf(id)).not.toEqual([])
  await changeVideo({ id }, { status: 'rejected' })
  expect(await drawStills(id)).toBe(0)
  expect(await filesOf(id)).toEqual([])
})

test('a picture of our own store is drawn too', async () => {
  const key = `posters/${randomBytes(8).toString('hex')}.webp`
  const body = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#123456' } })
    .webp()
    .toBuffer()
  await putObject({ bucket: 'media', key }, { body: new Uint8Array(body), contentType: 'image/webp' })
  const { id } = await videoWith(`/media/${key}`)
  expect(await shown(await ask(id, '160.avif'))).toEqual({ format: 'webp', width: 90 })
  await drawStills(id)
  expect(await shown(await ask(id, '160.avif'))).toEqual({ format: 'heif', width: 90 })
})

test('approving a video has its picture drawn before anybody looks', async () => {
  const { id } = await videoWith(onYoutube(), { status: 'pending_review' })
  const { id: officerId, username } = await createPerson('compliance_officer')
  const officer = { id: officerId, username, role: 'compliance_officer', sessionId: 'a session' } as const
  await approveVideo({ videoId: id, officer, address: '127.0.0.1' })
  await until('the worker is asked', async () =>
    (await askedFor()).some((data) => isDeepStrictEqual(data, { videoId: id })),
  )
})

test.each([
  ['a video that waits for review', () => videoWith(onYoutube(), { status: 'pending_review' }), '480.avif'],
  ['a rejected video', () => videoWith(onYoutube(), { status: 'rejected' }), '480.avif'],
  ['a video without a picture', () => videoWith(null), '480.avif'],
  ['a picture from elsewhere', () => videoWith('https://elsewhere.test/a.jpg'), '480.avif'],
  [
    'a host that only begins like YouTube’s',
    () => videoWith('https://i.ytimg.com.elsewhere.test/a.jpg'),
    '480.avif',
  ],
  ['a width that there is not', () => videoWith(onYoutube()), '500.avif'],
  ['a format that there is not', () => videoWith(onYoutube()), '480.jpeg'],
  ['a name that is none', () => videoWith(onYoutube()), '480.avif.exe'],
])('%s is not found, and nobody is asked for it', async (_, make, file) => {
  const { id } = await make()
  const answer = await ask(id, file)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  expect(await askedFor()).not.toContainEqual({ videoId: id })
  expect(youtube.asked).toEqual([])
})

test.each([
  ['is no picture', { status: 200, body: '<html>' }],
  ['is missing', { status: 404, body: '' }],
  ['is another page', { status: 302, body: '' }],
  ['is far too large', { status: 200, body: new Uint8Array(5 * 1024 * 1024) }],
  ['does not come', { status: 0, body: '' }],
])('what YouTube sends %s: not found, and not asked for again at once', async (_, given) => {
  const thumbnail = onYoutube()
  youtube.answer(new URL(thumbnail).pathname, given)
  const { id } = await videoWith(thumbnail)
  expect((await ask(id, '480.avif')).status).toBe(404)
  expect((await ask(id, '320.webp')).status).toBe(404)
  expect(youtube.asked).toHaveLength(1)
})
