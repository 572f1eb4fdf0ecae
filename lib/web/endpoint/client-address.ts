import { env } from '#lib/core/env.ts'
import { addressFrom } from '#lib/core/request-source.ts'

/**
 * Returns the address TRUSTED_PROXY_HOPS before the last X-Forwarded-For entry, which is the socket's
 * (incoming-requests.ts).
 */
export function clientAddress(request: Request): string {
  return clientAddressOf(request.headers.get('x-forwarded-for'))
}

export function clientAddressOf(forwardedFor: string | string[] | null | undefined): string {
  const text = Array.isArray(forwardedFor) ? forwardedFor.join(', ') : forwardedFor
  return addressFrom(text ?? null, env.TRUSTED_PROXY_HOPS)
}
