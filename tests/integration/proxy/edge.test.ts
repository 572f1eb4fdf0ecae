// What the proxy is to the world outside: TLS, sizes, and whose address it reports. It needs a process of its own: the product's web
// changes the headers of all requests in its process.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { connect as connectPlainly, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressFrom } from '#lib/core/request-source.ts'
import { complaintsOf, writeNginxConfiguration } from '../../support/nginx.ts'
import { openProxyStage, type ProxyStage } from './stage.ts'

const certificate = mkdtempSync(path.join(os.tmpdir(), 'ngoma-certificate-'))
let plain: ProxyStage
let secure: ProxyStage

beforeAll(async () => {
  const [key, crt] = ['tls.key', 'tls.crt'].map((name) => path.join(certificate, name))
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', key ?? '', '-out', crt ?? '']
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=ngoma.test', ...files], { stdio: 'pipe' })
  plain = await openProxyStage()
  secure = await openProxyStage({ certificate })
})
afterAll(async () => {
  await Promise.all([plain?.close(), secure?.close()])
  rmSync(certificate, { recursive: true })
})

test.each([
  ['fixed-addresses.conf', 'listen.conf'],
  ['fixed-addresses.conf', 'listen-tls.conf'],
  ['compose-addresses.conf', 'listen.conf'],
  ['compose-addresses.conf', 'listen-tls.conf'],
] as const)('nginx takes %s with %s', (addresses, listen) => {
  const file = writeNginxConfiguration({
    directory: path.join(certificate, `${addresses}-${listen}`),
    port: 3000,
    web: 3001,
    realtime: 3002,
    certificate: listen === 'listen-tls.conf' ? certificate : undefined,
    addresses,
  })
  // Newer ones say that a word of listen-tls.conf is deprecated, and why it stays is written there.
  expect(
    complaintsOf(file).filter((line) => !line.includes('"listen ... http2" directive is deprecated')),
  ).toEqual([])
})

describe('the variant with TLS', () => {
  test('serves what the other one does, and tells browsers to stay with https', async () => {
    const answer = await secure.ask('/faq', { isSecure: true, headers: { host: 'ngoma.test' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await secure.ask('/faq', { isSecure: true })).cache).toBe('HIT')
  })

  test('speaks HTTP/2 with whoever does, in no older TLS than 1.2', async () => {
    const session = connect(`https://127.0.0.1:${secure.port}`, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/api/metrics' })
    const [headers] = await once(stream, 'response')
    expect(session.alpnProtocol).toBe('h2')
    // Also what the proxy answers itself says it.
    expect([headers[':status'], headers['strict-transport-security']]).toEqual([404, 'max-age=31536000'])
    session.destroy()
    const old = connectSecurely({
      host: '127.0.0.1',
      port: secure.port,
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      // Without this our own side would offer no such version at all.
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    const [refused] = await once(old, 'error').catch((error: unknown) => [error])
    expect(refused).toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' })
  })

  test('tells web that it was https', async () => {
    await secure.ask('/login', { isSecure: true, headers: { 'x-forwarded-proto': 'http' } })
    expect(secure.seen.at(-1)?.headers['x-forwarded-proto']).toBe('https')
  })

  test('sends who comes without TLS to https, with method and path, and asks web nothing', async () => {
    const before = secure.seen.length
    const answer = await secure.ask('/video/1?x=2', { headers: { host: 'ngoma.test' } })
    expect(answer.status).toBe(308)
    expect(answer.headers.location).toBe('https://ngoma.test/video/1?x=2')
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
    expect(secure.seen.length).toBe(before)
  })
})

describe('the address of a visitor', () => {
  const visitor = '203.0.113.7'
  /** As web reads it: followed by the proxy's own address, which the socket tells. */
  const seenFrom = () => `${plain.seen.at(-1)?.headers['x-forwarded-for']}, 10.0.0.2`
  const reported = async (forwarded?: string) => {
    await plain.ask('/login', forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } })
    return seenFrom()
  }

  test('is the one that came to the proxy, whatever it claims, where the proxy is the only hop', async () => {
    expect(addressFrom(await reported(), 1)).toBe('127.0.0.1')
    expect(addressFrom(await reported(visitor), 1)).toBe('127.0.0.1')
    expect(addressFrom(await reported(`6.6.6.6, ${visitor}`), 1)).toBe('127.0.0.1')
  })

  test('is looked for in plain text alone, because web could refuse the request for anything else', async () => {
    expect(await reported(`${visitor}\xe9`)).toBe('127.0.0.1, 10.0.0.2')
    expect(await reported('unknown')).toBe('unknown, 127.0.0.1, 10.0.0.2')
  })

  test('is what the hop before the proxy reports, where there are two', async () => {
    expect(addressFrom(await reported(visitor), 2)).toBe(visitor)
    expect(addressFrom(await reported(`6.6.6.6, ${visitor}`), 2)).toBe(visitor)
  })

  test.each([
    ['a byte that is no ASCII', '\xe9'],
    ['a control character', '6.6.6.6\x01'],
    ['control characters alone', '\x01\x7f\t'],
  ])('is found behind %s, which the visitor has sent to that hop', async (_what, sent) => {
    // Node's own client would send no control character.
    const socket = connectPlainly(plain.port, '127.0.0.1')
    const head = [
      'GET /login HTTP/1.1',
      'Host: x',
      `X-Forwarded-For: ${sent}, ${visitor}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
    expect(String((await socket.toArray())[0])).toMatch(/^HTTP\/1\.1 200 /)
    expect(addressFrom(seenFrom(), 2)).toBe(visitor)
  })

  test('is found behind more than web takes, which keeps nothing from being fetched for all', async () => {
    const long = Array.from({ length: 3 }, () => '6.6.6.6, '.repeat(888))
    const headers = { 'x-forwarded-for': [...long, visitor] }
    for (const path of ['/login', '/rules']) {
      expect((await plain.ask(path, { headers })).status, path).toBe(200)
      expect(addressFrom(seenFrom(), 2)).toBe(visitor)
    }
  })
})

describe('a body', () => {
  const send = (size: number) =>
    plain.ask('/api/x/', {
      method: 'POST',
      body: 'x'.repeat(size),
      headers: { 'content-length': String(size) },
    })

  test('of two megabytes reaches web whole', async () => {
    expect((await send(2 * 1024 * 1024)).status).toBe(200)
    expect(plain.seen.at(-1)?.body.length).toBe(2 * 1024 * 1024)
  })

  test('that is larger is refused before web is asked', async () => {
    const before = plain.seen.length
    expect((await send(2 * 1024 * 1024 + 1)).status).toBe(413)
    expect(plain.seen.length).toBe(before)
  })
})

test('paths that are secrets are not in the log', async () => {
  const paths = ['/api/ussd/', '/api/payments/m/', '/api/notifications/one-click/'].map(
    (path) => `${path}secret`,
  )
  for (const path of [...paths, '/faq']) await plain.ask(`${path}/`, { method: 'POST' })
  await expect.poll(() => plain.readLog()).toContain('"POST /faq/"')
  expect(plain.readLog()).toContain('"POST /api/ussd/..."')
  expect(plain.readLog()).not.toContain('secret')
})

test('nor are they among the errors, of which nginx writes down the whole address', async () => {
  plain.answerBy((_seen, response) => {
    response.destroy()
    return true
  })
  const secrets = ['/api/ussd/secret/', '/api/payments/m/secret/stk/', '/api/notifications/one-click/secret/']
  const tokens = [
    '/ws/me/',
    '/verify-email',
    '/reset-password',
    '/cancel-withdrawal',
    '/unsubscribe',
    '/follow-result',
  ]
  for (const path of [...secrets, ...tokens.map((page) => `${page}?token=secret`), '/login?next=told'])
    expect((await plain.ask(path)).status, path).toBe(502)
  plain.answerBy(() => false)
  expect(plain.readErrors()).toContain('/login?next=told')
  expect(plain.readErrors()).not.toContain('secret')
})

test('a file that nobody reads on waits in web, and not as a whole in the proxy', async () => {
  // More than twice what the sockets' buffers hold, which is up to 74 MB on newer kernels.
  const size = 200_000_000
  const sending = Promise.withResolvers<Socket>()
  plain.answerBy((_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    const { socket } = response
    if (socket) sending.resolve(socket)
    Readable.from(
      (function* () {
        for (let sent = 0; sent < size; sent += 60_000) yield Buffer.alloc(60_000, 'x')
      })(),
    ).pipe(response)
    return true
  })
  const reader = connectPlainly(plain.port, '127.0.0.1')
  reader.write('GET /api/admin/long.csv HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const socket = await sending.promise
  let before = 0
  await expect
    .poll(() => {
      const isStill = socket.bytesWritten > 0 && socket.bytesWritten === before
      before = socket.bytesWritten
      return isStill
    })
    .toBe(true)
  expect(before).toBeLessThan(size / 2)
  const read = (await reader.toArray()).reduce((sum, chunk) => sum + chunk.length, 0)
  expect(read).toBeGreaterThan(size)
  plain.answerBy(() => false)
})
