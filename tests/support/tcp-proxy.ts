// Stands between the product and an engine, so that a test can take the engine away.
import net from 'node:net'

export type Proxy = {
  /** The engine's address with the proxy's port. */
  readonly url: string
  /** Cuts every connection and refuses new ones, as a dead host does. */
  goAway(): Promise<void>
  /** Leaves every connection open and passes nothing on, as a frozen host does. */
  freeze(): void
  /** Nothing is lost that a frozen one was sent. */
  comeBack(): Promise<void>
  /** Leads new connections to another engine, as an address does that is moved to another host. Frozen ones stay frozen. */
  moveTo(target: string): void
}

/** How many of these bytes reach the engine. Where it is not all of them, the connection goes under after those. */
export type Watch = (connection: number, bytes: Buffer) => number

/** Opens a proxy to the engine at `target`, on a free port unless one is given. */
export async function openProxy(
  target: string,
  watch: Watch = (_connection, bytes) => bytes.length,
  atPort = 0,
): Promise<Proxy> {
  let engine = placeOf(target)
  const sockets = new Set<net.Socket>()
  let connections = 0
  let isFrozen = false
  const server = net.createServer((near) => {
    // It had knocked before the door was shut.
    if (!server.listening) return near.destroy()
    const connection = connections++
    const far = net.connect(engine)
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    near.on('data', (bytes: Buffer) => {
      const reaching = watch(connection, bytes)
      if (reaching === bytes.length) far.write(bytes)
      else far.end(bytes.subarray(0, reaching), cut)
    })
    far.on('data', (bytes) => near.write(bytes))
    if (isFrozen) for (const socket of [near, far]) socket.pause()
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      }),
    )
  const port = await listen(atPort)
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    goAway: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    comeBack: async () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(port)
    },
    moveTo: (other) => {
      engine = placeOf(other)
      isFrozen = false
    },
  }
}

function placeOf(target: string): { host: string; port: number } {
  const { hostname, port } = new URL(target)
  return { host: hostname, port: Number(port) }
}
