import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { processSingleton } from './process-singleton.ts'

const watching = processSingleton('unread-bodies', watch)

/**
 * Closes each connection whose request is answered before its body was read: Node would read on without
 * limit.
 */
export function closeOnUnreadBodies(): void {
  watching.get()
}

function watch(): true {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null) return
    if (!('request' in message) || !('response' in message)) return
    const { request, response } = message
    if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) return
    if (hasBody(request)) closeIfUnread(request, response)
  })
  return true
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const send = response.writeHead
  response.writeHead = new Proxy(send, {
    apply(target, self, args) {
      if (!request.complete) {
        // Node calls `destroySoon` after the answer.
        response.setHeader('Connection', 'close')
        socket.destroySoon = () => leave(socket)
      }
      return Reflect.apply(target, self, args)
    },
  })
}

/** Limits in ms and bytes for reading and dropping after the answer. */
const LONGEST_MS = 500
const MOST_BYTES = 2 * 1024 * 1024
const LOOK_MS = 20

/**
 * Ends the answer and drops input for a moment: destroying a socket with unread bytes resets the connection,
 * and the client may lose the answer.
 */
function leave(socket: Socket): void {
  const read = socket.bytesRead
  const end = performance.now() + LONGEST_MS
  socket.end()
  const looking = setInterval(() => {
    if (socket.bytesRead - read > MOST_BYTES || performance.now() > end) socket.destroy()
  }, LOOK_MS)
  socket.once('close', () => clearInterval(looking))
}
