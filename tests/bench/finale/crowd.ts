// Holds the sockets of those who watch, in a process of its own: `crowd.ts <control port> <seats as JSON>`.
import { once } from 'node:events'
import http from 'node:http'
import { z } from 'zod'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { answersHttp, waitUntilReady } from '#server/local/wait-until.ts'
import { type Crowd, openCrowd } from '../sockets.ts'

/** Where a crowd watches, and what it says there. */
export interface Seats {
  port: number
  size: number
  /** The sockets are spread evenly over them. */
  paths: string[]
  /** What each socket says when it is open; nothing where it is empty. */
  greeting: string
  /** What each says now and then, so that it is not taken for gone. */
  heartbeat: string
}

const HEARTBEAT_MS = 25_000

export interface WatchingCrowd extends Part {
  /** Messages that have arrived at all of its sockets so far. @throws Error where a socket was closed */
  messages(): Promise<number>
}

export async function startCrowd(dataDir: string, seats: Seats): Promise<WatchingCrowd> {
  const control = await findFreePort()
  const part = await startPart({
    name: 'crowd',
    command: process.execPath,
    args: [import.meta.filename, String(control), JSON.stringify(seats)],
    dataDir,
  })
  const origin = `http://127.0.0.1:${control}`
  await waitUntilReady(part, () => answersHttp(origin), 60)
  const messages = async () => {
    const told = counted.parse(await (await fetch(origin)).json())
    if (told.open < told.size) throw new Error(`${told.size - told.open} sockets of the crowd were closed.`)
    return told.messages
  }
  return { ...part, messages }
}

const counted = z.object({ messages: z.number(), open: z.number(), size: z.number() })

async function watch(control: number, { port, size, paths, greeting, heartbeat }: Seats): Promise<void> {
  const crowds: Crowd[] = []
  const each = Math.floor(size / paths.length)
  for (const path of paths) crowds.push(await openCrowd(port, path, each, greeting))
  let messages = 0
  const count = () => {
    for (const crowd of crowds) for (const texts of crowd.take()) messages += texts.length
  }
  setInterval(count, 250)
  let turn = 0
  const beat = () => crowds[turn++ % crowds.length]?.say(heartbeat)
  if (heartbeat !== '') setInterval(beat, HEARTBEAT_MS / crowds.length)
  const server = http.createServer((_, response) => {
    count()
    const sum = (of: (crowd: Crowd) => number) => crowds.reduce((all, crowd) => all + of(crowd), 0)
    response.end(
      JSON.stringify({ messages, open: sum((crowd) => crowd.open()), size: sum((crowd) => crowd.size) }),
    )
  })
  server.listen(control, '127.0.0.1')
  await once(server, 'listening')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

if (import.meta.main) await watch(Number(process.argv[2]), JSON.parse(process.argv[3] ?? ''))
