import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { listen } from './listener.ts'

const HEARTBEAT_MS = 30_000

let server: RealtimeServer

beforeAll(async () => {
  // The heartbeat alone: connections keep their own time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

test('a reader that answers no ping is dropped at the second heartbeat, one that does stays', async () => {
  const living = await listen(server.port, '/ws/leaderboard/')
  const dead = connect(server.port, '127.0.0.1')
  dead.write(
    'GET /ws/leaderboard/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const chunks: Buffer[] = []
  dead.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  const gone = once(dead, 'close')
  await once(dead, 'data')
  const pinged = once(living.socket, 'ping')
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await pinged
  // The pong is on its way; a message that is answered says that the server has read both.
  living.socket.send('ping')
  await living.untilHeard('pong')
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await gone
  expect(Buffer.concat(chunks).includes(Buffer.from([0x89, 0]))).toBe(true)
  living.socket.send('ping')
  expect(living.socket.readyState).toBe(WebSocket.OPEN)
})
