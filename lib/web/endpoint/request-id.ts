import { newRequestId } from '#lib/core/ids.ts'

const USABLE = /^[A-Za-z0-9._-]{1,64}$/

/** Returns X-Request-Id if it is safe to log, else a new id. */
export function requestIdOf(request: Request): string {
  return usableRequestId(request.headers.get('x-request-id'))
}

export function usableRequestId(given: string | null | undefined): string {
  return given && USABLE.test(given) ? given : newRequestId()
}
