import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'

/** Time in ms in which a busy proxy uses each connection once more. */
const LAST_ANSWERS_MS = 500
const CLOSE_IDLE_EVERY_MS = 50

/**
 * A proxy reuses connections, and a request that cannot be repeated is lost if its connection closes. So for
 * half a second each answer says `Connection: close`; then idle connections are closed.
 * @returns a function that shuts the server down after all pending answers
 */
export function gracefulShutdown(server: Server): () => Promise<void> {
  const upgraded = new Set<Duplex>()
  const open = new Set<ServerResponse>()
  let isShuttingDown = false
  server.prependListener('request', (_request, response) => {
    if (isShuttingDown) announceClose(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
  })
  return async () => {
    isShuttingDown = true
    for (const response of open) announceClose(response)
    const closed = new Promise<void>((resolve) => {
      // http's own close() would close idle connections now, and miss connections that become idle later.
      NetServer.prototype.close.call(server, () => resolve())
    })
    for (const socket of upgraded) socket.destroy()
    let closing: ReturnType<typeof setInterval> | undefined
    const closeLater = setTimeout(() => {
      closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    }, LAST_ANSWERS_MS)
    await closed
    clearTimeout(closeLater)
    clearInterval(closing)
  }
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
