import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { addressFrom } from '#lib/core/request-source.ts'
import { until } from '#tests/support/until.ts'
import { passSockets } from './pass-sockets.ts'

/** Echoes messages; refuses /ws/full with a body. */
const realtime = createServer()
const sockets = new WebSocketServer({ noServer: true })
const seen: { url: string; headers: IncomingHttpHeaders }[] = []
realtime.on('upgrade', (message, socket, head) => {
  seen.push({ url: message.url ?? '', headers: message.headers })
  if (message.url !== '/ws/full')
    return sockets.handleUpgrade(message, socket, head, (one) =>
      one.on('message', (data) => one.send(`again ${data}`)),
    )
  socket.end('HTTP/1.1 429 Too Many Requests\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfull\r\n0\r\n\r\n')
})
let web: Server

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return portOf(server)
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

async function openWeb(target: string): Promise<Server> {
  const server = createServer()
  server.on('upgrade', passSockets(target))
  await listen(server)
  return server
}

beforeAll(async () => {
  web = await openWeb(`http://127.0.0.1:${await listen(realtime)}`)
})
afterAll(() => {
  for (const server of [web, realtime]) {
    server.closeAllConnections()
    server.close()
  }
})

async function open(path: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(web)}${path}`, { headers })
  await once(socket, 'open')
  return socket
}

async function answerOf(server: Server, lines: string[]): Promise<string> {
  const socket = connect(portOf(server), '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\nHost: web\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  return String(Buffer.concat(await socket.toArray()))
}

test('a socket hears and is heard, and realtime is told whose it is and which host the browser used', async () => {
  const socket = await open('/ws/votes/1/?token=x', { 'x-forwarded-for': '41.90.1.1' })
  const heard = once(socket, 'message')
  socket.send('one')
  expect(String((await heard)[0])).toBe('again one')
  const { url, headers } = seen.at(-1) ?? { url: '', headers: {} }
  expect(url).toBe('/ws/votes/1/?token=x')
  expect(headers['x-forwarded-host']).toBe(`127.0.0.1:${portOf(web)}`)
  expect(addressFrom(String(headers['x-forwarded-for']), 1)).toBe('41.90.1.1')
  expect(headers).toHaveProperty('x-ngoma-hop')
  socket.terminate()
})

test('who leaves is gone at realtime, and whom realtime leaves is told', async () => {
  // A phone that lost its connection sends nothing.
  const first = connect(portOf(web), '127.0.0.1')
  first.write(
    'GET /ws/one HTTP/1.1\r\nHost: web\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  expect(String((await once(first, 'data'))[0])).toContain(
    '\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n',
  )
  first.resetAndDestroy()
  await until('it is gone', () => sockets.clients.size === 0)
  const second = await open('/ws/two')
  const closed = once(second, 'close')
  for (const one of sockets.clients) one.close(1001)
  expect((await closed)[0]).toBe(1001)
  const third = await open('/ws/three')
  const cutOff = once(third, 'close')
  for (const one of sockets.clients) one.terminate()
  expect((await cutOff)[0]).toBe(1006)
})

test('a refusal comes as realtime says it, and is the last of its connection', async () => {
  const answer = await answerOf(web, ['GET /ws/full HTTP/1.1'])
  expect(answer).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\nConnection: close\r\n\r\nfull$/)
})

test('nothing else of realtime is reached, and a body is not passed on', async () => {
  const before = seen.length
  for (const path of ['/metrics', '/', '/wsx', '//ws/x', 'http://127.0.0.1/ws/x'])
    expect(await answerOf(web, [`GET ${path} HTTP/1.1`])).toMatch(/^HTTP\/1\.1 404 /)
  expect(seen).toHaveLength(before)
  const withBody = await answerOf(web, ['GET /ws/full HTTP/1.1', 'Content-Length: 4'])
  expect(withBody).toMatch(/^HTTP\/1\.1 429 /)
  expect(seen.at(-1)?.headers).not.toHaveProperty('content-length')
})

test('where realtime is not there the socket is refused', async () => {
  const gone = createServer()
  const address = `http://127.0.0.1:${await listen(gone)}`
  gone.close()
  const alone = await openWeb(address)
  expect(await answerOf(alone, ['GET /ws/one HTTP/1.1'])).toMatch(/^HTTP\/1\.1 502 /)
  alone.close()
})
