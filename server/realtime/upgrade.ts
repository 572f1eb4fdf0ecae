import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { networkOf } from '#lib/core/network.ts'
import { sourceOf } from '#lib/core/request-source.ts'
import type { Channel, Entrance, Refusal } from './channel.ts'
import { ConnectionLimit } from './connection-limit.ts'
import { Reader, type WatchGift } from './reader.ts'

/** Readers send only `ping` and gift ids. */
const MAX_PAYLOAD_BYTES = 1024

/** Upgrades requests with a valid path and origin; answers others with an HTTP status. */
export function createUpgrader(
  channels: readonly Channel[],
  { onJoin, onWatch }: { onJoin: (reader: Reader) => void; onWatch: WatchGift },
) {
  const sockets = new WebSocketServer<typeof Reader>({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_PAYLOAD_BYTES,
    WebSocket: Reader,
  })
  const connections = new ConnectionLimit(env.SOCKETS_PER_ADDRESS)
  return async (request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> => {
    connection.on('error', ignore)
    if (!isAllowedOrigin(request)) return refuse(connection, 403, 'This origin may not open sockets.')
    // The limit counts before any read, because many may connect at once.
    if (!connections.tryTake(networkOf(sourceOf(request)), connection))
      return refuse(connection, 429, 'Too many requests. Please wait and try again.')
    const entrance = await enter(channels, request).catch((error: Error) => {
      log.warn({ err: error.message }, 'a snapshot cannot be read')
      return 'unavailable' as const
    })
    if (entrance === 'unavailable') return refuse(connection, 503, 'Please try again in a moment.')
    if (entrance === 'unauthenticated')
      return refuse(connection, 401, 'Your session has ended. Please log in again.')
    if (entrance === 'forbidden') return refuse(connection, 403, 'You don’t have permission to do this.')
    if (!entrance) return refuse(connection, 404, 'Not found.')
    connection.off('error', ignore)
    // `handleUpgrade` answers synchronously, an invalid handshake with 400.
    sockets.handleUpgrade(request, connection, head, (reader) => {
      reader.attach(connection, onWatch)
      onJoin(reader)
      entrance.join(reader)
    })
    entrance.release()
  }
}

function ignore(): void {}

async function enter(
  channels: readonly Channel[],
  request: IncomingMessage,
): Promise<Entrance | Refusal | null> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const segments = segmentsOf(path)
  if (!segments) return null
  for (const channel of channels) {
    const topic = channel.topicOf(segments)
    if (topic !== null) return channel.enter(topic, new URLSearchParams(query).get('token') ?? '')
  }
  return null
}

/** Returns the path's parts below /ws/. Proxies may remove the trailing slash. */
function segmentsOf(path: string): string[] | null {
  const match = /^\/ws\/(.+?)\/?$/.exec(path)
  return match?.[1] ? match[1].split('/') : null
}

/**
 * Refuses pages of other sites, which could read through a visitor's browser. Other clients send no Origin.
 * No page can set X-Forwarded-Host, in which a proxy puts the browser's host.
 */
function isAllowedOrigin({ headers }: IncomingMessage): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (origin === new URL(env.PUBLIC_URL).origin || env.REALTIME_ORIGINS.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.host || host === headers['x-forwarded-host']
}

function refuse(connection: Duplex, status: number, detail: string): void {
  const body = JSON.stringify({ detail })
  connection.once('finish', () => connection.destroy())
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
