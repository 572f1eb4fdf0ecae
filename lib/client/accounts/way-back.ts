import type { SignedInUser } from '#lib/client/session/session.ts'

/** Stands for this site's origin, to tell its paths from other addresses. */
const HERE = 'http://here.invalid'

/**
 * Returns where to go after signing in: the path in `?next=`, or the person's own place. It is never another origin, whatever `next` is
 * (`//evil.example`, `/\evil.example`, `/.//evil.example`), no call of the API, and not the login page again.
 * @param search the query of the login page's own address
 * @param own as `ownPlaceOf` tells
 */
export function wayBack(search: string, own = '/'): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  if (!wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return own
  const { origin, pathname, search: query, hash } = new URL(wanted, HERE)
  const isPage =
    origin === HERE && !pathname.startsWith('//') && !/^\/(?:api|login|register)(?:\/|$)/.test(pathname)
  return isPage ? `${pathname}${query}${hash}` : own
}

/** Where somebody's own month is: their rank, or what their music has earned. Home for everybody else. */
export function ownPlaceOf(userType: SignedInUser['userType']): string {
  if (userType === 'dancer') return '/upload'
  return userType === 'musician' ? '/musician-dashboard' : '/'
}

/** Returns the address of the login page, which leads back to `wanted`. */
export function toLogin(wanted: string): string {
  return `/login?next=${encodeURIComponent(wanted)}`
}

/** Adds the way back of this page's query to a path, because people may sign up, or reset a password, before signing in. */
export function keepWayBack(path: string, search: string): string {
  const back = wayBack(search)
  return back === '/' ? path : `${path}?next=${encodeURIComponent(back)}`
}
