import net from 'node:net'

/** @returns whether nobody listens on this port of 127.0.0.1 */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== undefined
}

/** @returns a port of 127.0.0.1 that the system says is free right now */
export async function findFreePort(): Promise<number> {
  const port = await tryPort(0)
  if (port === undefined) throw new Error('This system has no free port.')
  return port
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
