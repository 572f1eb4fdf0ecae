import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'

/** How long kept connections may be used once more. A proxy with steady traffic uses those that it needs in that time. */
const FAREWELL_MS = 500
const LOOK_MS = 50

/**
 * Prepares a server for an end without a lost call. A proxy sends on connections that it keeps, and what cannot be repeated is
 * lost where a connection is closed just then. So nobody new is let in, and for half a second each answer says that it is the
 * last of its connection. After that, connections on which nothing is under way are closed.
 * @returns ends the server, after the answers to requests that are under way
 */
export function leaveInOrder(server: Server): () => Promise<void> {
  const upgraded = new Set<Duplex>()
  const open = new Set<ServerResponse>()
  let isLeaving = false
  server.prependListener('request', (_request, response) => {
    if (isLeaving) sayLast(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
  })
  return async () => {
    isLeaving = true
    for (const response of open) sayLast(response)
    const closed = new Promise<void>((resolve) => {
      // That of http would close idle connections at once, and never again: one that is answered later would stay for as long
      // as the client keeps it.
      NetServer.prototype.close.call(server, () => resolve())
    })
    for (const socket of upgraded) socket.destroy()
    let closing: ReturnType<typeof setInterval> | undefined
    const farewell = setTimeout(() => {
      closing = setInterval(() => server.closeIdleConnections(), LOOK_MS)
    }, FAREWELL_MS)
    await closed
    clearTimeout(farewell)
    clearInterval(closing)
  }
}

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
