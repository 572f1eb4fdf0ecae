import { env } from '#lib/core/env.ts'
import { addressFrom } from '#lib/core/request-source.ts'

/**
 * The last X-Forwarded-For entry is the socket's (incoming-requests.ts); only the last TRUSTED_PROXY_HOPS
 * hops are trusted.
 */
export function clientAddress(request: Request): string {
  return clientAddressOf(request.headers.get('x-forwarded-for'))
}

export function clientAddressOf(forwardedFor: string | string[] | null | undefined): string {
  const text = Array.isArray(forwardedFor) ? forwardedFor.join(', ') : forwardedFor
  return addressFrom(text ?? null, env.TRUSTED_PROXY_HOPS)
}
