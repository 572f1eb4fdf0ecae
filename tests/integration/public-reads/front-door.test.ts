import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { callbackToken } from '#lib/domain/mpesa/callback-path.ts'
import { closePublicChanges } from '#lib/web/cache/public-changes.ts'
import { prepareIncomingRequests } from '#lib/web/endpoint/incoming-requests.ts'
import { MAX_BODY_BYTES } from '#lib/web/endpoint/read-body.ts'
import { openFrontDoor } from '#lib/web/front/front-door.ts'
import { TrafficCount } from '#lib/web/front/traffic-count.ts'
import { COUNTED_BYTES } from '#lib/web/payments/receive-callback.ts'
import { addVideo, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'

let server: Server
let origin: string
let video: StageVideo
const traffic = new TrafficCount()

beforeAll(async () => {
  prepareIncomingRequests()
  video = await addVideo(await openMonth())
  await changeVideo(video, { description: 'My moves. '.repeat(50) })
  server = createServer(
    openFrontDoor(
      async (request, response) => {
        if (request.url === '/fails') throw new Error('of a test')
        response.end('next')
      },
      (status) => traffic.add(status),
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  closePublicChanges()
})

const reads = ['/api/videos', '/api/leaderboard', '/api/videos/challenges/current']

test.each(reads)(
  '%s is answered before Next, the second time from memory, and told apart by its tag',
  async (path) => {
    const first = await fetch(`${origin}${path}`)
    const body = await first.text()
    expect(first.status).toBe(200)
    expect(body).not.toBe('next')
    const again = await fetch(`${origin}${path}`)
    expect(await again.text()).toBe(body)
    expect(await (await fetch(`${origin}${path}/`)).text()).toBe(body)
    expect(again.headers.get('cache-control')).toBe('public, max-age=1, stale-while-revalidate=5')
    expect(again.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = (again.headers.get('etag') ?? '').replace(/^W\//, '')
    const unchanged = await fetch(`${origin}${path}`, {
      headers: { 'if-none-match': `W/${etag}`, 'x-request-id': 'abc' },
    })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    expect(unchanged.headers.get('x-request-id')).toBe('abc')
  },
)

test('an answer that is long enough is compressed for clients that take gzip', async () => {
  const plain = await fetch(`${origin}/api/videos/`, { headers: { 'accept-encoding': 'br, gzip;q=0' } })
  const body = await plain.text()
  expect(body.length).toBeGreaterThan(1_024)
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    null,
    'accept-encoding',
  ])
  const takes = { 'accept-encoding': 'gzip, deflate, br' }
  for (const _time of [1, 2]) {
    const coded = await fetch(`${origin}/api/videos/`, { headers: takes })
    expect([coded.headers.get('content-encoding'), coded.headers.get('vary')]).toEqual([
      'gzip',
      'accept-encoding',
    ])
    expect(Number(coded.headers.get('content-length'))).toBeLessThan(body.length / 2)
    expect(await coded.text()).toBe(body)
    const etag = coded.headers.get('etag') ?? ''
    expect(etag).toBe(`W/${plain.headers.get('etag')}`)
    const unchanged = await fetch(`${origin}/api/videos/`, { headers: { ...takes, 'if-none-match': etag } })
    expect([unchanged.status, unchanged.headers.get('vary')]).toEqual([304, 'accept-encoding'])
  }
  const short = await fetch(`${origin}/api/videos/challenges/current/`, { headers: takes })
  expect([short.headers.get('content-encoding'), short.headers.get('vary')]).toEqual([null, null])
})

test('a video has its address, and what is no address is Next’s', async () => {
  const found = await fetch(`${origin}/api/videos/${video.id}/`)
  expect(await found.json()).toMatchObject({ id: video.id })
  const missing = await fetch(`${origin}/api/videos/${newId()}/`)
  expect([missing.status, await missing.json()]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
  expect(await (await fetch(`${origin}/api/videos/mine/`)).text()).toBe('next')
  expect(await (await fetch(`${origin}/api/videos/`, { method: 'POST' })).text()).toBe('next')
})

test('who is signed in gets what is theirs', async () => {
  const waiting = await addVideo({
    id:
      (await rows<{ id: string }>(db(), 'SELECT challenge_id AS id FROM video WHERE id = $1', [video.id]))[0]
        ?.id ?? '',
    endsAt: new Date(),
  })
  await changeVideo(waiting, { status: 'pending_review' })
  const officer = await signInAs('compliance_officer')
  const path = `${origin}/api/videos/?status=pending_review`
  expect(await (await fetch(path)).json()).not.toMatchObject({ results: [{ id: waiting.id }] })
  const own = await fetch(path, { headers: { authorization: `Bearer ${officer.access}` } })
  expect(await own.json()).toMatchObject({ results: [{ id: waiting.id }] })
  expect(own.headers.get('cache-control')).toBe('no-store')
})

test('a wrong query is told in the documented shape', async () => {
  const refused = await fetch(`${origin}/api/videos/?page=none`)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ errors: { page: [expect.any(String)] }, code: 'invalid' })
})

describe('a callback', () => {
  const accepted = [200, { ResultCode: 0, ResultDesc: 'Accepted' }]
  const tooLarge = [413, { ResultCode: 1, ResultDesc: 'Too large' }]
  const post = async (token: string, body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`${origin}/api/payments/m/${token}/stk/`, { method: 'POST', body })
    return [answer.status, await answer.json()]
  }
  const storedOf = (id: string) =>
    rows(
      db(),
      `SELECT kind, body, source_address, outcome, processed_at IS NOT NULL AS is_done FROM callback_inbox
        WHERE intent_id = $1 ORDER BY id`,
      [id],
    )
  const waiting = { kind: 'stk', source_address: '127.0.0.1', outcome: null, is_done: false }

  test('is stored with the address it came from, and a forged one is not', async () => {
    const id = newId()
    expect(await post(callbackToken('stk', id), '{"a":1}')).toEqual(accepted)
    expect(await post(callbackToken('c2b/confirmation', id), '{"a":2}')).toEqual(accepted)
    expect(await storedOf(id)).toEqual([{ ...waiting, body: '{"a":1}' }])
    expect(await post(callbackToken('stk', id), '')).toEqual(accepted)
    const path = `${origin}/api/payments/m/${callbackToken('stk', id)}/else/`
    expect(await (await fetch(path, { method: 'POST' })).text()).toBe('next')
  })

  test('that is not UTF-8 is stored with the bytes replaced', async () => {
    const id = newId()
    expect(await post(callbackToken('stk', id), Buffer.from('{"FirstName":"Jos\xe9"}', 'latin1'))).toEqual(
      accepted,
    )
    expect(await storedOf(id)).toEqual([{ ...waiting, body: '{"FirstName":"Jos\ufffd"}' }])
  })

  test.each([
    ['just past the limit', MAX_BODY_BYTES + 1, `${MAX_BODY_BYTES + 1} bytes`],
    ['far past it', COUNTED_BYTES + 1, `more than ${COUNTED_BYTES} bytes`],
  ])(
    '%s is not answered with success, and its beginning stands among those not understood',
    async (_, size, told) => {
      const id = newId()
      const body = new Uint8Array(Buffer.alloc(size, 'xé'))
      expect(await post(callbackToken('stk', id), body)).toEqual(tooLarge)
      expect(await post(callbackToken('c2b/confirmation', id), body)).toEqual(tooLarge)
      const beginning = new TextDecoder().decode(body.subarray(0, MAX_BODY_BYTES))
      expect(await storedOf(id)).toEqual([
        { ...waiting, body: beginning, outcome: `unreadable: too large, ${told}`, is_done: true },
      ])
    },
  )
})

test('a gift is ordered and looked after before Next, and refused as its route refuses', async () => {
  const order = (id: string, body: string) =>
    fetch(`${origin}/api/videos/${id}/bulk-vote/`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-request-id': 'of-a-gift' },
    })
  const wrong = await order(video.id, '{"vote_count":0}')
  expect([wrong.status, wrong.headers.get('x-request-id')]).toEqual([400, 'of-a-gift'])
  expect(wrong.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await wrong.json()).toMatchObject({
    code: 'invalid',
    errors: { vote_count: ['Quantity must be positive.'], session_id: ['This field is required.'] },
  })
  expect(await (await order(video.id, 'no json')).json()).toMatchObject({
    errors: { non_field_errors: ['The body is not valid JSON.'] },
  })
  expect((await order(video.id, `{"session_id":"${'x'.repeat(MAX_BODY_BYTES)}"}`)).status).toBe(413)
  const whole = { session_id: 'a-session', device_fingerprint: 'fingerprint-1', vote_count: 1 }
  const unknown = await order(newId(), JSON.stringify({ ...whole, phone_number: '254712345678' }))
  expect([unknown.status, await unknown.json()]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
  expect(await (await order('mine', '{}')).text()).toBe('next')
  const gift = await fetch(`${origin}/api/gifts/${newId()}/`)
  expect([gift.status, await gift.json()]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
  expect(await (await fetch(`${origin}/api/gifts/claim/`, { method: 'POST' })).text()).toBe('next')
})

test('what fails in Next is a fault of ours, told without its inside', async () => {
  const failed = await fetch(`${origin}/fails`)
  expect(failed.status).toBe(500)
  expect(await failed.json()).toEqual({
    detail: 'Something went wrong. Please try again.',
    request_id: expect.any(String),
  })
})

test('every answer is counted, by whomever it was given, and the failures among them', async () => {
  await traffic.write()
  const counted = async () => {
    await traffic.write()
    const [row] = await rows(
      db(),
      'SELECT coalesce(sum(requests), 0)::int AS requests, coalesce(sum(failures), 0)::int AS failures FROM request_minute',
    )
    return { requests: Number(row?.requests), failures: Number(row?.failures) }
  }
  const before = await counted()
  for (const path of [
    '/api/leaderboard',
    '/api/leaderboard',
    '/anything',
    '/api/videos/?page=none',
    '/fails',
  ])
    await (await fetch(`${origin}${path}`)).text()
  expect(await counted()).toEqual({ requests: before.requests + 5, failures: before.failures + 1 })
  await traffic.end()
})

test.each([
  ['GET *', 400],
  ['OPTIONS *', 400],
  ['GET nowhere', 400],
  ['GET http://elsewhere.test/api/videos/', 200],
])('%s is answered with %i', async (line, status) => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('end', () => resolve(text)).on('error', reject)
  })
  expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})
