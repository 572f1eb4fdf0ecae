import net from 'node:net'

/** @returns whether nobody listens on this port of 127.0.0.1 */
export async function isPortFree(port: number): Promise<boolean> {
  const server = await listen(port)
  await server?.close()
  return server !== undefined
}

/** @returns ports of 127.0.0.1 that nobody listens on right now, all different */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)))
  const ports = servers.flatMap((server) => (server === undefined ? [] : [server.port]))
  await Promise.all(servers.map((server) => server?.close()))
  if (ports.length < count) throw new Error('This system has no free port.')
  return ports
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
