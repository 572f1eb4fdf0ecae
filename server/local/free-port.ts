import { randomInt } from 'node:crypto'
import net from 'node:net'

/** @returns whether nobody listens on this port of 127.0.0.1 */
export async function isPortFree(port: number): Promise<boolean> {
  const server = await listen(port)
  await server?.close()
  return server !== undefined
}

// Systems give ports above these to whoever asks for any: one of those could be somebody else's before it is used.
const FIRST = 12_000
const LAST = 32_000
const TRIES = 1_000

/** @returns ports of 127.0.0.1 that nobody listens on right now, all different */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers: { port: number; close(): Promise<void> }[] = []
  for (let tries = 0; servers.length < count && tries < TRIES; tries++) {
    const server = await listen(randomInt(FIRST, LAST))
    if (server) servers.push(server)
  }
  await Promise.all(servers.map((server) => server.close()))
  if (servers.length < count) throw new Error('This system has no free port.')
  return servers.map(({ port }) => port)
}

export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  return port
}

/** @returns undefined when somebody else has the port */
function listen(port: number): Promise<{ port: number; close(): Promise<void> } | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const close = () => new Promise<void>((closed) => server.close(() => closed()))
      resolve({ port: typeof address === 'object' && address !== null ? address.port : port, close })
    })
  })
}
