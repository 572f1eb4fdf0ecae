import { once } from 'node:events'
import WebSocket from 'ws'

/** Sockets that buffer their messages. */
export interface Crowd {
  /** Texts per socket since the last call. */
  take(): string[][]
  /** Texts that arrived at all sockets and are not taken yet. */
  waiting(): number
  close(): void
}

/** In groups: a thousand together would overflow the accept queue. */
export async function openSockets(url: string, size: number, note?: (socket: WebSocket) => void) {
  const sockets: WebSocket[] = []
  while (sockets.length < size) {
    const group = Array.from({ length: Math.min(100, size - sockets.length) }, async () => {
      const socket = new WebSocket(url, { perMessageDeflate: false })
      note?.(socket)
      await once(socket, 'open')
      sockets.push(socket)
    })
    await Promise.all(group)
  }
  return sockets
}

export async function openCrowd(url: string, size: number): Promise<Crowd> {
  let heard: string[][] = []
  const sockets = await openSockets(url, size, (socket) => {
    const place = heard.push([]) - 1
    socket.on('message', (data) => heard[place]?.push(String(data)))
    socket.on('error', () => undefined)
  })
  return {
    take: () => {
      const taken = heard
      heard = taken.map(() => [])
      return taken
    },
    waiting: () => heard.reduce((sum, texts) => sum + texts.length, 0),
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}
