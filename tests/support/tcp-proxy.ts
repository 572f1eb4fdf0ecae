// A proxy before a service, so that a test can take the service away.
import net from 'node:net'

export type Proxy = {
  readonly url: string
  /** Cuts all connections and refuses new ones, like a dead host. */
  goAway(): Promise<void>
  /** Passes nothing on, like a frozen host; connections stay open. */
  freeze(): void
  /** Passes everything on again, first the bytes sent while frozen. */
  comeBack(): Promise<void>
  /** Redirects new connections, like an address moved to another host. Frozen connections stay frozen. */
  moveTo(target: string): void
}

/** Returns how many of the bytes to pass on. If fewer than all, the connection breaks after them. */
export type Watch = (connection: number, bytes: Buffer) => number

/** Opens a proxy to `target`, by default on a free port. */
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
    // The client connected just before the proxy closed.
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
