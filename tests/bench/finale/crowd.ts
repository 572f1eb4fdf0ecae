// Holds the sockets of those who watch, in a process of its own: `crowd.ts <control port> <port> <size> <greeting> <path> …`.
import { once } from 'node:events'
import http from 'node:http'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { answersHttp, waitUntilReady } from '#server/local/wait-until.ts'
import { type Crowd, openCrowd } from '../sockets.ts'

export interface WatchingCrowd extends Part {
  /** Messages that have arrived at all of its sockets so far. */
  messages(): Promise<number>
}

/** Opens `size` sockets, spread evenly over the paths. @param greeting what each sends when it is open */
export async function startCrowd(
  dataDir: string,
  { port, size, paths, greeting }: { port: number; size: number; paths: string[]; greeting: string },
): Promise<WatchingCrowd> {
  const control = await findFreePort()
  const part = await startPart({
    name: 'crowd',
    command: process.execPath,
    args: [import.meta.filename, String(control), String(port), String(size), greeting, ...paths],
    dataDir,
  })
  const origin = `http://127.0.0.1:${control}`
  await waitUntilReady(part, () => answersHttp(origin), 60)
  return { ...part, messages: async () => Number(await (await fetch(origin)).text()) }
}

async function watch(control: number, port: number, size: number, greeting: string, paths: string[]) {
  const each = Math.floor(size / paths.length)
  const crowds: Crowd[] = []
  for (const path of paths) crowds.push(await openCrowd(port, path, each, greeting))
  let messages = 0
  const count = () => {
    for (const crowd of crowds) for (const texts of crowd.take()) messages += texts.length
  }
  setInterval(count, 250)
  const server = http.createServer((_, response) => {
    count()
    response.end(String(messages))
  })
  server.listen(control, '127.0.0.1')
  await once(server, 'listening')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

if (import.meta.main) {
  const [control, port, size, greeting = '', ...paths] = process.argv.slice(2)
  await watch(Number(control), Number(port), Number(size), greeting, paths)
}
