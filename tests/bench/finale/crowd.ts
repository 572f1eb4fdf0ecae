// Watchers: many in a separate process, `crowd.ts <ready file> <size> <greeting> <heartbeat> <address>…`, and one
// per video with timestamps.
import { existsSync, writeFileSync } from 'node:fs'
import type WebSocket from 'ws'
import type { Part } from '#server/local/part.ts'
import { until } from '#tests/support/until.ts'
import { openSockets } from '../sockets.ts'
import { startScript } from '../stage.ts'
import { type BuiltPath, moment } from './built-path.ts'

const HEARTBEAT_MS = 25_000

/** The crowd ends if the server closes a socket. */
export function startCrowd(dataDir: string, path: BuiltPath, size: number): Promise<Part> {
  const { socketOf, videos, greeting, heartbeat } = path
  const seated = `${dataDir}/crowd-${process.hrtime.bigint()}`
  const each = String(Math.floor(size / videos.length))
  const args = [seated, each, greeting, heartbeat, ...videos.map(socketOf)]
  return startScript(dataDir, 'finale/crowd.ts', args, { answers: async () => existsSync(seated) })
}

async function watch([seated = '', size, greeting = '', heartbeat = '', ...urls]: string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
  for (const url of urls)
    for (const socket of await openSockets(url, Number(size))) {
      if (greeting !== '') socket.send(greeting)
      if (heartbeat !== '') setInterval(() => socket.send(heartbeat), HEARTBEAT_MS)
      socket.once('close', () => process.exit(1))
    }
  writeFileSync(seated, '')
}

export type Watchers = Awaited<ReturnType<typeof openWatchers>>

/** One socket per video, opened last and therefore served last, with timestamps. */
export async function openWatchers({ videos, socketOf, greeting, readCount }: BuiltPath) {
  const seen = new Map(videos.map((video) => [video, [] as { count: number; at: number }[]]))
  const sockets: (WebSocket | undefined)[] = []
  for (const [video, counts] of seen) {
    const [socket] = await openSockets(socketOf(video), 1, (text) => {
      const count = readCount(text)
      if (count !== undefined) counts.push({ count, at: moment() })
    })
    if (greeting !== '') socket?.send(greeting)
    sockets.push(socket)
    await until('the first count', () => counts.length > 0)
  }
  return {
    /** Newest count per video. */
    counts: () => new Map([...seen].map(([video, counts]) => [video, counts.at(-1)?.count ?? 0])),
    /** When this count or a higher one arrived; undefined if not. */
    seenAt: (video: string, count: number) => {
      const counts = seen.get(video) ?? []
      return counts[counts.findLastIndex((one) => one.count < count) + 1]?.at
    },
    close: () => {
      for (const socket of sockets) socket?.terminate()
    },
  }
}

if (import.meta.main) await watch(process.argv.slice(2))
