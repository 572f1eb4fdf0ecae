// Readers that do not keep up, on real connections: a room of our own with messages large enough to fill them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Channel } from '#server/realtime/channel.ts'
import { textFrame } from '#server/realtime/frame.ts'
import type { Reader } from '#server/realtime/reader.ts'
import { Room } from '#server/realtime/rooms.ts'
import { createUpgrader } from '#server/realtime/upgrade.ts'
import { until } from '#tests/support/until.ts'

const MIB = 1024 * 1024
const padding = 'x'.repeat(100_000)

let port: number
let room: Room<number>
let readers: Reader[]
let stop: () => void

beforeEach(async () => {
  readers = []
  room = new Room({
    name: 'numbers',
    frameOf: (state, known) => textFrame(JSON.stringify([known ?? null, state, padding])),
    onEmpty: () => undefined,
  })
  room.publish(0)
  const channel: Channel = {
    topicOf: () => 'numbers',
    enter: async () => {
      room.expect()
      return room
    },
    refresh: () => undefined,
  }
  const server = createServer()
  const open: Duplex[] = []
  server.on('connection', (connection) => open.push(connection))
  server.on(
    'upgrade',
    createUpgrader([channel], { onJoin: (reader) => readers.push(reader), onWatch: () => undefined }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  stop = () => {
    for (const connection of open) connection.destroy()
    server.close()
  }
})
afterEach(() => stop())

async function openQuick(): Promise<number[]> {
  const heard: number[] = []
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/numbers/`)
  socket.on('message', (data) => heard.push(JSON.parse(String(data))[1]))
  await once(socket, 'open')
  await until('the snapshot', () => heard.length > 0)
  return heard
}

/** Shakes hands and reads nothing from then on. */
async function openStuck(): Promise<Socket> {
  const before = readers.length
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(
    'GET /ws/numbers/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await until('it is in the room', () => readers.length > before)
  return socket
}

const held = () => Math.max(...readers.map(({ connection }) => connection.writableLength))

test('a stuck reader holds up nobody, costs little memory, and gets the newest when it reads again', async () => {
  const quick = await openQuick()
  const stuck = await openStuck()
  for (let state = 1; state <= 200; state++) {
    room.publish(state)
    expect(held()).toBeLessThan(MIB)
    await setImmediate()
  }
  await until('the quick one has the newest', () => quick.at(-1) === 200)
  const chunks: string[] = []
  stuck.on('data', (chunk) => chunks.push(chunk.toString('latin1')))
  stuck.resume()
  const last = await until('the stuck one catches up', () => {
    const starts = [...chunks.join('').matchAll(/\[(null|\d+),(\d+),"x/g)]
    return starts.at(-1)?.[2] === '200' && starts.at(-1)
  })
  // It skipped some, and is told what the newest is a change from: the last that it was sent.
  const sent = [...chunks.join('').matchAll(/\[(null|\d+),(\d+),"x/g)].map(([, known, state]) => [
    known,
    state,
  ])
  expect(sent.length).toBeLessThan(150)
  expect(last[1]).toBe(sent.at(-2)?.[1])
})

test('a reader who stays stuck is cut off', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const stuck = await openStuck()
    const gone = once(stuck, 'close')
    for (let state = 1; state <= 200; state++) {
      room.publish(state)
      await setImmediate()
    }
    expect(readers[0]?.readyState).toBe(WebSocket.OPEN)
    vi.advanceTimersByTime(10_001)
    room.publish(201)
    expect(readers[0]?.readyState).not.toBe(WebSocket.OPEN)
    stuck.resume()
    await gone
  } finally {
    vi.useRealTimers()
  }
})

test('readers who hang up in any way harm nobody', async () => {
  const quick = await openQuick()
  const [ending, resetting, vanishing] = [await openStuck(), await openStuck(), await openStuck()]
  ending.end()
  resetting.resetAndDestroy()
  vanishing.destroy()
  for (let state = 1; state <= 20; state++) {
    room.publish(state)
    await setImmediate()
  }
  await until('the quick one has the newest', () => quick.at(-1) === 20)
  await until(
    'the others are gone',
    () => readers.filter(({ readyState }) => readyState === WebSocket.OPEN).length === 1,
  )
})
