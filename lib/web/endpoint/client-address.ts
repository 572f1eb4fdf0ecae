import { env } from '#lib/core/env.ts'
import { addressFrom } from '#lib/core/request-source.ts'

/**
 * Returns the address that a request came from. `incoming-requests.ts` ends every X-Forwarded-For with the address of the
 * socket, so the last entry is true, and each entry before it is what the next hop claims. The last TRUSTED_PROXY_HOPS hops
 * are our own proxies and believed; what a client writes further to the left never is.
 */
export function clientAddress(request: Request): string {
  return clientAddressOf(request.headers.get('x-forwarded-for'))
}

/** Returns what `clientAddress` does. @param forwardedFor the header X-Forwarded-For, as Node or a Request gives it */
export function clientAddressOf(forwardedFor: string | string[] | null | undefined): string {
  const text = Array.isArray(forwardedFor) ? forwardedFor.join(', ') : forwardedFor
  return addressFrom(text ?? null, env.TRUSTED_PROXY_HOPS)
}
