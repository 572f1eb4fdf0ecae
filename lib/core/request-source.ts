import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { env } from './env.ts'
import { equalInConstantTime } from './ids.ts'

// Where a request came from: by the socket, which nobody can forge, and by what our own proxies report of theirs.

/**
 * Returns the address `hops` before the last in an X-Forwarded-For that ends with the socket's own. IPv4 is written in its
 * own form, not mapped into IPv6. @returns the first address where there are fewer; `unknown` without any
 */
export function addressFrom(forwardedFor: string | null, hops: number): string {
  if (!forwardedFor) return 'unknown'
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  const address = entries[Math.max(0, entries.length - 1 - hops)]
  // A longer text is no address, and it would become a key in Redis.
  return address ? address.slice(0, 64).replace(/^::ffff:(?=[\d.]+$)/i, '') : 'unknown'
}

/**
 * Says whether a request was made on this machine, by its X-Forwarded-For that ends with the socket's own address. A proxy on
 * this machine passes on requests of others, so every address on the way has to be one of this machine. What a client writes
 * into the header can only take the right away.
 */
export function isFromThisMachine(forwardedFor: string | null): boolean {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  return entries.every((entry) => isLoopback(entry))
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address)
}

type Message = Pick<IncomingMessage, 'headers' | 'socket'>

/** Returns what the hops before this process report, followed by the socket's address, which is the only certain one. */
export function forwardedFor({ headers, socket }: Message): string {
  const peer = socket.remoteAddress ?? 'unknown'
  const claimed = headers['x-forwarded-for']
  return claimed ? `${claimed}, ${peer}` : peer
}

const HOP = 'x-ngoma-hop'

/** Only our own processes know this header: it is made of the secret that they share. */
function hopProof(): string {
  return createHmac('sha256', env.AUTH_SECRET).update('a hop between our processes').digest('base64url')
}

/**
 * Tells realtime whose socket web passes on, and that web is one hop more than TRUSTED_PROXY_HOPS counts. A header of that
 * name from the client is overwritten.
 */
export function markHop(message: Message): void {
  message.headers['x-forwarded-for'] = forwardedFor(message)
  message.headers[HOP] = hopProof()
}

/** Returns the address that a request came from, also where web has passed it on. */
export function sourceOf(message: Message): string {
  const proof = message.headers[HOP]
  const isOurs = typeof proof === 'string' && equalInConstantTime(proof, hopProof())
  return addressFrom(forwardedFor(message), env.TRUSTED_PROXY_HOPS + (isOurs ? 1 : 0))
}
