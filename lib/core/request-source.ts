import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'
import { env } from './env.ts'
import { equalInConstantTime } from './ids.ts'

// Where a request came from: by the socket, which nobody can forge, and by what our own proxies report of theirs.

/** What stands for every text that is no address: whoever sends such texts shares one network with all others who do. */
const UNKNOWN = 'unknown'

/**
 * Returns the address `hops` before the last in an X-Forwarded-For that ends with the socket's own, in the one form of
 * `addressIn`. @returns that of the first entry where there are fewer
 */
export function addressFrom(forwardedFor: string | null, hops: number): string {
  const entries = (forwardedFor ?? '').split(',')
  return addressIn(entries[Math.max(0, entries.length - 1 - hops)] ?? '')
}

/**
 * Returns the address of an entry of X-Forwarded-For in its one form. Load balancers also write a port, brackets or quotes. A
 * port that counted would make each connection a network of its own, for which every limit begins anew.
 * @returns IPv4 as such where it is mapped into IPv6, other IPv6 in its short form; `unknown` for all that is no address
 */
export function addressIn(entry: string): string {
  const [, bracketed, plain = ''] =
    /^\s*"?(?:\[([^\]]+)\](?::\d+)?|([^\s"]+))"?\s*$/.exec(entry.slice(0, ENTRY_MAX)) ?? []
  // The name of an interface follows a percent sign; only an IPv4 address has one colon at most.
  const text = (bracketed ?? plain.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '')
  if (isIPv4(text)) return text
  if (!isIPv6(text)) return UNKNOWN
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

/** Characters: the longest address with brackets, interface and port has fewer. */
const ENTRY_MAX = 128

/**
 * Says whether a request was made on this machine, by its X-Forwarded-For that ends with the socket's own address. A proxy on
 * this machine passes on requests of others, so every address on the way has to be one of this machine. What a client writes
 * into the header can only take the right away.
 * @param host the request's Host. A page of another site can give its own name our address and read through a browser on this
 *   machine, so the name has to be one of ours or an address
 */
export function isFromThisMachine(forwardedFor: string | null, host: string | null | undefined): boolean {
  const entries = (forwardedFor ?? '').split(',')
  return entries.every((entry) => isLoopback(addressIn(entry))) && isOwnName(host)
}

function isOwnName(host: string | null | undefined): boolean {
  // Only browsers are led astray, and they name a host.
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
