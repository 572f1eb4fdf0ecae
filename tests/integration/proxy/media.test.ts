// The media bucket behind the proxy: read only, without a query, and nothing in it runs on our origin.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { echo, openProxyStage, type ProxyStage } from './stage.ts'

let stage: ProxyStage
beforeAll(async () => {
  stage = await openProxyStage()
})
beforeEach(() => stage.answerBy(() => false))
afterAll(() => stage.close())

const newPath = () => `/media/videos/${randomUUID()}.webm`

test('a file goes out with what keeps a browser from running it, said once', async () => {
  stage.answerBy((seen, response) => {
    echo(seen, response, {
      'content-type': 'text/html',
      'content-security-policy': 'x',
      'x-content-type-options': 'x',
    })
    return true
  })
  const path = newPath()
  for (const cache of ['MISS', 'HIT'])
    expect(await stage.ask(path)).toMatchObject({
      cache,
      headers: {
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox;/),
      },
    })
})

test.each(['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
  '%s is refused and reaches nothing',
  async (method) => {
    const before = stage.seen.length
    const answer = await stage.ask(newPath(), { method, body: '<html>' })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(answer.text)).toEqual({ detail: 'Method not allowed.', code: 'method_not_allowed' })
    expect(stage.seen).toHaveLength(before)
  },
)

test('query, cookies and token stay here', async () => {
  const path = newPath()
  const headers = { cookie: 'session=mine', authorization: 'AWS mine', 'x-amz-acl': 'mine' }
  const answer = await stage.ask(`${path}?acl&versionId=mine&X-Amz-Signature=mine`, { headers })
  expect(JSON.parse(answer.text)).toMatchObject({ by: 'web', url: path })
  expect(answer.text).not.toContain('mine')
  expect((await stage.ask(path)).cache).toBe('HIT')
})

test('a part is a part, and the whole stays whole', async () => {
  stage.answerBy((seen, response) => {
    echo(seen, response, { 'accept-ranges': 'bytes' })
    return true
  })
  const path = newPath()
  const part = await stage.ask(path, { headers: { range: 'bytes=0-9' } })
  expect([part.status, part.text.length]).toEqual([206, 10])
  const whole = await stage.ask(path)
  expect([whole.status, whole.cache]).toEqual([200, 'HIT'])
})

test('no path leads out of it', async () => {
  for (const path of [
    '/media/../ngoma-private/kyc/1',
    '/media/%2e%2e/ngoma-private/kyc/1',
    '/media/..%2fngoma-private%2fkyc%2f1',
    '/media//../ngoma-private/kyc/1',
  ]) {
    const answer = await stage.ask(path)
    expect([path, JSON.parse(answer.text).by, answer.cache]).toEqual([path, 'web', ''])
  }
  for (const path of ['/media/.%2e', '/media/..;/x', '/media/%5c..%5cx']) {
    const { text } = await stage.ask(path)
    expect(JSON.parse(text).url).not.toMatch(/ngoma-/)
  }
})

test('what is missing or broken is asked for each time', async () => {
  for (const status of [404, 500]) {
    stage.answerBy((_, response) => {
      response.writeHead(status, { 'cache-control': 'public, max-age=31536000' }).end()
      return true
    })
    const path = newPath()
    const before = stage.seen.length
    for (const _ of [1, 2]) expect((await stage.ask(path)).status).toBe(status)
    expect(stage.seen).toHaveLength(before + 2)
  }
})
