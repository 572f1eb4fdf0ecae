import { newRequestId } from '#lib/core/ids.ts'

const USABLE = /^[A-Za-z0-9._-]{1,64}$/

/** Returns the caller's X-Request-Id where it is safe to log and return, else a new one. */
export function requestIdOf(request: Request): string {
  return usableRequestId(request.headers.get('x-request-id'))
}

/** Returns what `requestIdOf` does. @param given the header X-Request-Id */
export function usableRequestId(given: string | null | undefined): string {
  return given && USABLE.test(given) ? given : newRequestId()
}
