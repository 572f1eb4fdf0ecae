import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { env } from './env.ts'
import { equalInConstantTime } from './ids.ts'

// Where a request came from: by the socket, which nobody can forge, and by what our own proxies say of the socket they have.

/**
 * The address `hops` before the last of an X-Forwarded-For that ends with the socket's own. IPv4 in its own form, not mapped
 * into IPv6. @returns the first where there are fewer; `unknown` without any
 */
export function addressFrom(forwardedFor: string | null, hops: number): string {
  if (!forwardedFor) return 'unknown'
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  const address = entries[Math.max(0, entries.length - 1 - hops)]
  // Longer than any address is not one, and it would be a key in Redis.
  return address ? address.slice(0, 64).replace(/^::ffff:(?=[\d.]+$)/i, '') : 'unknown'
}

/**
 * Whether a request was made on this machine, by its X-Forwarded-For that ends with the socket's own address. A proxy of this
 * machine passes on what others ask, so every address on the way has to be one of this machine: what a client writes into
 * the header can take the right away, and never give it.
 */
export function isFromThisMachine(forwardedFor: string | null): boolean {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  return entries.every((entry) => isLoopback(entry))
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address)
}

type Message = Pick<IncomingMessage, 'headers' | 'socket'>

/** What the hops before this process say, ended with the address of the socket, which is the only one that is certain. */
export function forwardedFor({ headers, socket }: Message): string {
  const peer = socket.remoteAddress ?? 'unknown'
  const claimed = headers['x-forwarded-for']
  return claimed ? `${claimed}, ${peer}` : peer
}

const HOP = 'x-ngoma-hop'

/** Only our own processes know it: it is made of the secret that they share. */
function hopProof(): string {
  return createHmac('sha256', env.AUTH_SECRET).update('a hop between our processes').digest('base64url')
}

/**
 * Web passes a socket on to realtime: says whose it is, and that web is one hop more than TRUSTED_PROXY_HOPS counts. What the
 * client itself says under that name is overwritten.
 */
export function markHop(message: Message): void {
  message.headers['x-forwarded-for'] = forwardedFor(message)
  message.headers[HOP] = hopProof()
}

/** The address that a request came from, which may have been passed on by web. */
export function sourceOf(message: Message): string {
  const proof = message.headers[HOP]
  const isOurs = typeof proof === 'string' && equalInConstantTime(proof, hopProof())
  return addressFrom(forwardedFor(message), env.TRUSTED_PROXY_HOPS + (isOurs ? 1 : 0))
}
