// Watchers: many in a separate process, and one per video with timestamps.
import { existsSync, writeFileSync } from 'node:fs'
import WebSocket from 'ws'
import { type Part, startPart } from '#server/local/part.ts'
import { until } from '../../support/until.ts'
import { openSockets } from '../sockets.ts'
import { type BuiltPath, moment } from './built-path.ts'

const HEARTBEAT_MS = 25_000

/** The crowd ends if the server closes a socket. */
export async function startCrowd(dataDir: string, path: BuiltPath, size: number): Promise<Part> {
  const { socketPort, socketPath, videos, greeting, heartbeat } = path
  const urls = videos.map((video) => `ws://127.0.0.1:${socketPort}${socketPath(video)}`)
  const seated = `${dataDir}/crowd-${socketPort}`
  return startPart({
    name: 'crowd',
    command: process.execPath,
    args: [
      import.meta.filename,
      seated,
      String(Math.floor(size / urls.length)),
      greeting,
      heartbeat,
      ...urls,
    ],
    dataDir,
    answers: async () => existsSync(seated),
  })
}

async function watch([seated = '', size, greeting = '', heartbeat, ...urls]: string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
  const sockets = []
  for (const url of urls) sockets.push(...(await openSockets(url, Number(size))))
  for (const socket of sockets) {
    if (greeting !== '') socket.send(greeting)
    if (heartbeat) setInterval(() => socket.send(heartbeat), HEARTBEAT_MS)
    socket.once('close', () => process.exit(1))
  }
  writeFileSync(seated, '')
}

/** One socket per video, opened last and therefore served last, with timestamps. */
export interface Watchers {
  /** Newest count per video. */
  counts(): Map<string, number>
  /** When this count or a higher one arrived; undefined if not. */
  seenAt(video: string, count: number): number | undefined
  /** Clears all but the newest. */
  forget(): void
  close(): void
}

export async function openWatchers(path: BuiltPath): Promise<Watchers> {
  const seen = new Map<string, { count: number; at: number }[]>()
  const sockets: WebSocket[] = []
  for (const video of path.videos) {
    const counts: { count: number; at: number }[] = []
    seen.set(video, counts)
    const socket = new WebSocket(`ws://127.0.0.1:${path.socketPort}${path.socketPath(video)}`)
    sockets.push(socket)
    socket.on('open', () => path.greeting !== '' && socket.send(path.greeting))
    socket.on('message', (data) => {
      const count = path.readCount(String(data))
      if (count !== undefined) counts.push({ count, at: moment() })
    })
    await until('the first count', () => counts.length > 0)
  }
  return {
    counts: () => new Map([...seen].map(([video, counts]) => [video, counts.at(-1)?.count ?? 0])),
    seenAt: (video, count) => {
      // Counts only grow.
      const counts = seen.get(video) ?? []
      let [low, high] = [0, counts.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((counts[middle]?.count ?? 0) >= count) high = middle
        else low = middle + 1
      }
      return counts[low]?.at
    },
    forget: () => {
      for (const counts of seen.values()) counts.splice(0, counts.length - 1)
    },
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

if (import.meta.main) await watch(process.argv.slice(2))
