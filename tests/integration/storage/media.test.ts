// What everybody may have: objects of the media bucket by /media, and nothing else of the store.
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#lib/core/ids.ts'
import { closeStorage, headObject, putObject } from '#lib/core/storage.ts'
import { prepareIncomingRequests } from '#lib/web/endpoint/incoming-requests.ts'
import { openFrontDoor } from '#lib/web/front/front-door.ts'
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '../../../app/media/[...key]/route.ts'

const song = { bucket: 'media', key: `tracks/${newId()}.mp3` } as const
const page = { bucket: 'media', key: `avatars/${newId()}` } as const
const drawing = { bucket: 'media', key: `avatars/${newId()}` } as const
const still = { bucket: 'media', key: `stills/${newId()}/0123456789ab-480.webp` } as const
const identity = { bucket: 'private', key: `kyc/${newId()}` } as const
const body = Buffer.from('0123456789')

beforeAll(async () => {
  await putObject(song, { body, contentType: 'audio/mpeg', cacheControl: 'public, max-age=604800' })
  await putObject(page, { body: Buffer.from('<script>alert(1)</script>'), contentType: 'text/html' })
  await putObject(drawing, { body: Buffer.from('<svg/>'), contentType: 'image/svg+xml' })
  await putObject(still, { body, contentType: 'image/webp' })
  await putObject(identity, { body, contentType: 'image/webp' })
})
afterAll(() => closeStorage())

function ask(key: string | string[], init: RequestInit = {}, handler = GET): Promise<Response> {
  const segments = Array.isArray(key) ? key : key.split('/')
  const request = new Request('http://127.0.0.1:3000/media/anything?versionId=1', init)
  return handler(request, { params: Promise.resolve({ key: segments }) })
}

test('a file goes out with its type, may not be taken for another, and runs nothing', async () => {
  const answer = await ask(song.key)
  expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '10',
    'cache-control': 'public, max-age=604800',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none';.* sandbox;/),
  })
})

test('HEAD tells the same without the file', async () => {
  const answer = await ask(song.key, { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('content-length')).toBe('10')
})

test('a part is sent where a part is wanted, and nothing of what the browser has', async () => {
  const part = await ask(song.key, { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
  const etag = part.headers.get('etag') ?? ''
  expect((await ask(song.key, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('a page or a drawing that was put there is a file to keep, not a page of ours', async () => {
  for (const { key } of [page, drawing]) {
    const answer = await ask(key)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  }
})

test.each([
  ['what is not there', 'tracks/none.mp3'],
  ['what lies in the other bucket', identity.key],
  ['a drawn picture, which is asked for at /stills', still.key],
  ['the bucket', ['']],
  ['a folder', 'tracks'],
  ['a folder with a slash', ['tracks', '']],
  ['the way up', ['..', 'ngoma-private', ...identity.key.split('/')]],
  ['the way up, encoded', ['%2e%2e', 'ngoma-private', ...identity.key.split('/')]],
  ['the way up, in one segment', [`../ngoma-private/${identity.key}`]],
  ['the way up, for Windows', ['..\\ngoma-private']],
  ['an empty segment', ['', 'ngoma-private', ...identity.key.split('/')]],
  ['a query in the name', [`${song.key}?acl`]],
  ['an endless name', ['a'.repeat(5_000)]],
  ['a hidden file', 'tracks/.kept'],
])('%s is not found', async (_, key) => {
  const answer = await ask(key)
  expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
})

test.each([
  ['PUT', PUT],
  ['POST', POST],
  ['PATCH', PATCH],
  ['DELETE', DELETE],
] as const)('%s is not allowed and reaches nothing', async (method, handler) => {
  const answer = await ask(song.key, { method }, handler)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(await headObject(song)).toMatchObject({ size: 10, contentType: 'audio/mpeg' })
})

test('who asks what may be done is told', async () => {
  const answer = await ask(song.key, { method: 'OPTIONS' }, OPTIONS)
  expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

describe('through the front door', () => {
  let server: Server
  beforeAll(async () => {
    prepareIncomingRequests()
    server = createServer(openFrontDoor(async (_, response) => void response.end('next')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Sends a path as it is written here. */
  const raw = (line: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
      let text = ''
      socket.on('data', (data) => {
        text += String(data)
      })
      socket.on('close', () => resolve(text)).on('error', reject)
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })

  test('a file comes with its length, whole, in parts and told of', async () => {
    const whole = await fetch(`${origin()}/media/${song.key}?acl`)
    expect([whole.headers.get('content-length'), await whole.text()]).toEqual(['10', '0123456789'])
    const part = await fetch(`${origin()}/media/${song.key}`, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-length'), await part.text()]).toEqual([206, '3', '234'])
    const head = await fetch(`${origin()}/media/${song.key}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    expect(head.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('every other method is refused, and every path that is none of its keys not found', async () => {
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND'])
      expect([method, await raw(`${method} /media/${song.key}`)]).toEqual([
        method,
        expect.stringMatching(/^HTTP\/1.1 405 [\s\S]*allow: GET, HEAD, OPTIONS\r\n/),
      ])
    for (const path of [
      '',
      'tracks/',
      '../x',
      '%2e%2e/x',
      '..%2fngoma-private%2fx',
      '/x',
      '%E0%A4%A',
      '%00',
      'a%5cb',
    ])
      expect([path, await raw(`GET /media/${path}`)]).toEqual([
        path,
        expect.stringMatching(/^HTTP\/1.1 404 /),
      ])
  })

  test('a listener who goes in the middle is no fault', async () => {
    const large = { bucket: 'media', key: `videos/${newId()}.webm` } as const
    await putObject(large, { body: Buffer.alloc(20 * 1024 * 1024), contentType: 'video/webm' })
    const going = new AbortController()
    const answer = await fetch(`${origin()}/media/${large.key}`, { signal: going.signal })
    await answer.body?.getReader().read()
    going.abort()
    expect((await fetch(`${origin()}/media/${song.key}`)).status).toBe(200)
  })
})
