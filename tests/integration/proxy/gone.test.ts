// What is kept ends: what web says instead takes its place, and only while web fails does the former answer stay.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { type Asked, echo, openProxyStage, type ProxyStage } from './stage.ts'

type Answers = (response: ServerResponse) => void

let stage: ProxyStage
/** What web answers at an address instead of its echo. */
const instead = new Map<string, Answers>()
beforeAll(async () => {
  stage = await openProxyStage({ isAsShipped: true })
  stage.answerBy(({ url }, response) => {
    const answer = instead.get(url)
    answer?.(response)
    return answer !== undefined
  })
})
afterAll(() => stage.close())

const answer = (status: number, headers: Record<string, string>, text = 'gone') => {
  return (response: ServerResponse) => {
    response.writeHead(status, headers).end(text)
  }
}
/** As web answers: a page, and an error of the API. */
const page = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 's-maxage=5' }
const error = { 'content-type': 'application/json', 'cache-control': 'no-store' }

type Place = { path: string; headers: Record<string, string>; asked?: Asked }
const places: Place[] = [
  { path: `/video/${randomUUID()}`, headers: page },
  { path: `/video/${randomUUID()}`, headers: page, asked: { headers: { rsc: '1' } } },
  { path: `/dancer/${randomUUID()}`, headers: { ...page, 'cache-control': 'private, no-store' } },
  { path: '/api/videos/?page=2&', headers: error },
  { path: '/api/leaderboard/', headers: error },
  { path: '/api/videos/challenges/current/', headers: error },
]

/** Asks until what is kept has had its time. @returns what came then */
function askWhenOld(path: string, asked?: Asked) {
  return until(`${path} is old`, async () => {
    const got = await stage.ask(path, asked)
    return got.cache !== 'HIT' && got
  })
}

function untilIs(status: number, path: string, asked?: Asked) {
  return until(`${path} is ${status}`, async () => (await stage.ask(path, asked)).status === status)
}

test('what is gone is gone after one look, and does not come back where web fails afterwards', async () => {
  const visit = async ({ path, headers, asked }: Place) => {
    await untilIs(200, path, asked)
    instead.set(path, answer(404, headers))
    expect(await askWhenOld(path, asked)).toMatchObject({ status: 200, cache: 'STALE' })
    await untilIs(404, path, asked)
    instead.set(path, answer(503, error))
    const before = stage.seen.length
    await until(`${path} is asked for again`, async () => {
      expect((await stage.ask(path, asked)).status).toBe(404)
      return stage.seen.slice(before).some(({ url }) => url === path)
    })
    expect((await stage.ask(path, asked)).status).toBe(404)
    instead.delete(path)
  }
  await Promise.all(places.map(visit))
})

test('neither does a page stay that has moved or is refused', async () => {
  const visit = async (status: number) => {
    const path = `/video/${randomUUID()}`
    await stage.ask(path)
    instead.set(path, answer(status, { location: '/' }))
    await untilIs(status, path)
  }
  await Promise.all([301, 302, 303, 307, 308, 401, 403, 405, 410, 422].map(visit))
})

const failures: [string, Answers][] = [
  ['400, which is of one request', answer(400, {})],
  ['500', answer(500, page)],
  ['503', answer(503, error)],
  ['429, which is one visitor’s', answer(429, error)],
  ['nothing', (response) => response.destroy()],
]
test.each(failures)('where web answers %s, all goes on as it was, until web is back', async (_, fail) => {
  const visit = async ({ path, asked }: Place) => {
    await untilIs(200, path, asked)
    const { text } = await stage.ask(path, asked)
    instead.set(path, fail)
    const before = stage.seen.length
    // Web is asked again and again meanwhile.
    await until(`${path} is asked for again`, async () => {
      expect(await stage.ask(path, asked)).toMatchObject({ status: 200, text })
      return stage.seen.slice(before).filter(({ url }) => url === path).length > 2
    })
    instead.set(path, (response) => {
      const headers = { ...asked?.headers, mark: 'web is back' }
      echo({ method: 'GET', url: path, headers, body: '', by: 'web' }, response)
    })
    await until('web is back', async () => (await stage.ask(path, asked)).text.includes('web is back'))
    instead.delete(path)
  }
  await Promise.all(places.map(visit))
})

describe('a picture', () => {
  const picture = (caching: string) =>
    answer(200, { 'content-type': 'image/png', 'cache-control': caching }, 'picture')
  const missing = { 'cache-control': 'public, max-age=60' }

  test('that web lets nobody see when it is old is gone with its time', async () => {
    const path = `/stills/${randomUUID()}/480.avif`
    instead.set(path, picture('public, max-age=1'))
    await stage.ask(path)
    instead.set(path, answer(404, { ...error, ...missing }))
    expect((await askWhenOld(path)).status).toBe(404)
    // Nor does it come back where web fails afterwards.
    instead.set(path, answer(503, error))
    expect((await stage.ask(path)).status).toBe(404)
  })

  test('that may be seen while the next is drawn is seen once', async () => {
    const path = `/share/${randomUUID()}/card.png`
    instead.set(path, picture('public, max-age=1, stale-while-revalidate=3600'))
    await stage.ask(path)
    instead.set(path, answer(404, missing))
    expect(await askWhenOld(path)).toMatchObject({ status: 200, cache: 'STALE' })
    await untilIs(404, path)
  })

  test('is not seen for longer than web has said, whatever web answers then', async () => {
    const path = `/share/${randomUUID()}/story.png`
    instead.set(path, picture('public, max-age=1, stale-while-revalidate=2'))
    await stage.ask(path)
    instead.set(path, answer(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }))
    await until('it is gone', async () => (await stage.ask(path)).text === 'gone')
    expect((await stage.ask(path)).text).toBe('gone')
  })

  test('stays where web fails', async () => {
    const path = `/stills/${randomUUID()}/160.webp`
    instead.set(path, picture('public, max-age=1'))
    await stage.ask(path)
    instead.set(path, answer(503, error))
    expect(await askWhenOld(path)).toMatchObject({ status: 200, cache: 'STALE', text: 'picture' })
    instead.set(path, (response) => response.destroy())
    expect(await stage.ask(path)).toMatchObject({ status: 200, text: 'picture' })
  })
})
