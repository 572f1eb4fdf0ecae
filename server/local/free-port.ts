import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

// The range is below the system's ephemeral ports.
const FIRST = 12_000
const LAST = 32_000

export async function isPortFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1')
  await once(server, 'listening').catch(() => undefined)
  const isFree = server.listening
  server.close()
  return isFree
}

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
