import type { SignedInUser } from '#lib/client/session/session.ts'

/** Placeholder for this site's origin. */
const HERE = 'http://here.invalid'

/**
 * Returns the path in `?next=`, or `own`. Never another origin (`//evil.example`, `/\evil.example`,
 * `/.//evil.example`), an API path or the login page.
 * @param search the login page's query
 */
export function wayBack(search: string, own = '/'): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  if (!wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return own
  const { origin, pathname, search: query, hash } = new URL(wanted, HERE)
  const isPage =
    origin === HERE && !pathname.startsWith('//') && !/^\/(?:api|login|register)(?:\/|$)/.test(pathname)
  return isPage ? `${pathname}${query}${hash}` : own
}

/** The user's start page. */
export function ownPlaceOf(userType: SignedInUser['userType']): string {
  if (userType === 'dancer') return '/upload'
  return userType === 'musician' ? '/musician-dashboard' : '/'
}

export function toLogin(wanted: string): string {
  return `/login?next=${encodeURIComponent(wanted)}`
}

export function keepWayBack(path: string, search: string): string {
  const back = wayBack(search)
  return back === '/' ? path : `${path}?next=${encodeURIComponent(back)}`
}
