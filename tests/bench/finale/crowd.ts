// Those who watch: many in a process of its own, and one for each video who notes times.
import { existsSync, writeFileSync } from 'node:fs'
import WebSocket from 'ws'
import { type Part, startPart } from '#server/local/part.ts'
import { until } from '../../support/until.ts'
import { openSockets } from '../sockets.ts'
import { type BuiltPath, moment } from './built-path.ts'

const HEARTBEAT_MS = 25_000

/** Starts the crowd. It ends where the server closes a socket of it. */
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

/** One socket for each video, opened after all others, which are told before it: what it sees, and when. */
export interface Watchers {
  /** The newest count of each video. */
  counts(): Map<string, number>
  /** When this count or a higher one of the video was seen; undefined if it was not. */
  seenAt(video: string, count: number): number | undefined
  /** Forgets what was seen, but for the newest. */
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
