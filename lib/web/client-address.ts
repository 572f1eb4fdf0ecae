import { env } from '#lib/core/env.ts'

/**
 * The address that a request came from. `incoming-requests.ts` ends every X-Forwarded-For with the address of the socket,
 * so the last entry is true and each entry before it is what the hop behind it claims. As many hops as
 * TRUSTED_PROXY_HOPS says are our own proxies and believed; what a client writes further to the left never is.
 */
export function clientAddress(request: Request): string {
  return clientAddressOf(request.headers.get('x-forwarded-for'))
}

/** The same by the header alone. */
export function clientAddressOf(forwardedFor: string | string[] | null | undefined): string {
  const text = Array.isArray(forwardedFor) ? forwardedFor.join(', ') : forwardedFor
  return addressFrom(text ?? null, env.TRUSTED_PROXY_HOPS)
}

/** IPv4 in its own form, not mapped into IPv6. @returns the entry `hops` before the last, the first where there are fewer; `unknown` without any */
export function addressFrom(forwardedFor: string | null, hops: number): string {
  if (!forwardedFor) return 'unknown'
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  const address = entries[Math.max(0, entries.length - 1 - hops)]
  // Longer than any address is not one, and it would be a key in Redis.
  return address ? address.slice(0, 64).replace(/^::ffff:(?=[\d.]+$)/i, '') : 'unknown'
}
