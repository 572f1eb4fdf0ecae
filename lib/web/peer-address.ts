import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'

/**
 * From now on ends the X-Forwarded-For of every request that this process's http server reads with the address of the
 * socket. Route handlers see headers alone, and Next writes the socket's address only where a client sent no such header
 * itself; so without this anyone could claim to be anyone.
 */
export function appendPeerAddresses(): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message === 'object' && message !== null && 'request' in message) appendPeer(message.request)
  })
}

function appendPeer(request: unknown): void {
  if (!(request instanceof IncomingMessage)) return
  const peer = request.socket.remoteAddress ?? 'unknown'
  const claimed = request.headers['x-forwarded-for']
  request.headers['x-forwarded-for'] = claimed ? `${claimed}, ${peer}` : peer
}
