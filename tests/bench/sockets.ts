import { once } from 'node:events'
import WebSocket from 'ws'

/** In groups: a thousand together would overflow the accept queue. @param hear gets each message */
export async function openSockets(url: string, size: number, hear?: (text: string, place: number) => void) {
  const sockets: WebSocket[] = []
  while (sockets.length < size) {
    const group = Array.from({ length: Math.min(100, size - sockets.length) }, async (_, place) => {
      const socket = new WebSocket(url, { perMessageDeflate: false })
      const ordinal = sockets.length + place
      if (hear) socket.on('message', (data) => hear(String(data), ordinal))
      await once(socket, 'open')
      return socket
    })
    sockets.push(...(await Promise.all(group)))
  }
  return sockets
}
