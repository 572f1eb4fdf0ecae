import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'
import { env } from './env.ts'
import { equalInConstantTime } from './ids.ts'

/** All invalid addresses share one network, and so one limit. */
const UNKNOWN = 'unknown'

/**
 * Returns the address `hops` before the last in an X-Forwarded-For that ends with the socket's own; the first
 * if there are fewer.
 */
export function addressFrom(forwardedFor: string | null, hops: number): string {
  const entries = (forwardedFor ?? '').split(',')
  return addressIn(entries[Math.max(0, entries.length - 1 - hops)] ?? '')
}

/**
 * Returns the canonical address without port, brackets or quotes: a port that counted would give each
 * connection new limits.
 * @returns mapped IPv4 as IPv4, short IPv6, or `unknown`
 */
export function addressIn(entry: string): string {
  const [, bracketed, plain = ''] =
    /^\s*"?(?:\[([^\]]+)\](?::\d+)?|([^\s"]+))"?\s*$/.exec(entry.slice(0, ENTRY_MAX)) ?? []
  // In IPv6 the name of an interface can follow `%`.
  const text = (bracketed ?? plain.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '')
  if (isIPv4(text)) return text
  if (!isIPv6(text)) return UNKNOWN
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

/** Longer than any valid entry. */
const ENTRY_MAX = 128

/**
 * Whether a request comes from this machine. Every address in X-Forwarded-For must be local: a local
 * proxy forwards others' requests. A forged header can only remove the right.
 * @param host must be our name or an address: a foreign page can resolve its own name to us (DNS rebinding)
 */
export function isFromThisMachine(forwardedFor: string | null, host: string | null | undefined): boolean {
  const entries = (forwardedFor ?? '').split(',')
  return entries.every((entry) => isLoopback(addressIn(entry))) && isOwnName(host)
}

function isOwnName(host: string | null | undefined): boolean {
  // Only browsers can be misled by DNS, and browsers send a host.
  if (!host) return true
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  return isAddress || hostname === 'localhost' || hostname === new URL(env.PUBLIC_URL).hostname
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

type Message = Pick<IncomingMessage, 'headers' | 'socket'>

/** Returns X-Forwarded-For followed by the socket's address, which alone is certain. */
export function forwardedFor({ headers, socket }: Message): string {
  const peer = socket.remoteAddress ?? 'unknown'
  const claimed = headers['x-forwarded-for']
  return claimed ? `${claimed}, ${peer}` : peer
}

const HOP = 'x-ngoma-hop'

/** Only our processes know this header's value. */
function hopProof(): string {
  return createHmac('sha256', env.AUTH_SECRET).update('a hop between our processes').digest('base64url')
}

/**
 * Tells realtime that web forwarded this socket: one hop more than TRUSTED_PROXY_HOPS. Overwrites a client's
 * header.
 */
export function markHop(message: Message): void {
  message.headers['x-forwarded-for'] = forwardedFor(message)
  message.headers[HOP] = hopProof()
}

/** The client's address, also if web forwarded the request. */
export function sourceOf(message: Message): string {
  const proof = message.headers[HOP]
  const isOurs = typeof proof === 'string' && equalInConstantTime(proof, hopProof())
  return addressFrom(forwardedFor(message), env.TRUSTED_PROXY_HOPS + (isOurs ? 1 : 0))
}
