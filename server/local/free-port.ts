import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

// Systems give ports above these to whoever asks for any: one of those could be somebody else's before it is used.
const FIRST = 12_000
const LAST = 32_000

/** @returns whether nobody listens on this port of 127.0.0.1 */
export async function isPortFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1')
  await once(server, 'listening').catch(() => undefined)
  const isFree = server.listening
  server.close()
  return isFree
}

/** @returns ports of 127.0.0.1 that nobody listens on right now, all different */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  for (let tries = 0; found.size < count && tries < 1_000; tries++) {
    const port = randomInt(FIRST, LAST)
    if (await isPortFree(port)) found.add(port)
  }
  if (found.size < count) throw new Error('This system has no free port.')
  return [...found]
}

export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  return port
}
