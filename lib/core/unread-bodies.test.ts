import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeOnUnreadBodies } from './unread-bodies.ts'

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void
beforeAll(async () => {
  closeOnUnreadBodies()
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends until the server closes. @returns the answer, and the bytes sent */
function sendWithoutEnd(head: string): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    let answered = ''
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const framed = Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')])
    const piece = head.includes('chunked') ? framed : chunk
    let sent = 0
    const pump = () => {
      while (!socket.destroyed) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', pump)
    socket.on('data', (data) => {
      answered += String(data)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ answer: answered, sent }))
    socket.write(head)
    pump()
  })
}

const endless = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n'
const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'

test.each([
  ['not looked at', endless, () => undefined],
  ['not looked at, in chunks', chunked, () => undefined],
  [
    'given up',
    endless,
    async (request: IncomingMessage) => {
      for await (const _ of request) break
    },
  ],
] as const)('a body that is %s closes the connection with its answer', async (_, head, read) => {
  answer = async (request, response) => {
    await read(request)
    response.statusCode = 413
    response.end('too large')
  }
  const closed = await sendWithoutEnd(head)
  expect(closed.answer).toMatch(/^HTTP\/1.1 413 [\s\S]*Connection: close\r\n[\s\S]*too large/)
  // Bytes in buffers, plus the bytes read and dropped after the answer.
  expect(closed.sent).toBeLessThan(64 * 1024 * 1024)
})

test('a body that was read to its end keeps the connection, and no body as well', async () => {
  answer = async (request, response) => {
    response.end(await text(request))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const init of [{}, { method: 'POST', body: 'abc' }, { method: 'POST' }, { method: 'DELETE' }]) {
    const answered = await fetch(url, init)
    expect(answered.headers.get('connection')).toBe('keep-alive')
    await answered.text()
  }
})
