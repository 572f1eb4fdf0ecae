/** Any origin serves: it is used to tell paths of this site from other addresses. */
const HERE = 'http://here.invalid'

/**
 * Where to go after signing in: the path that `?next=` remembers, or home. Never another origin, whatever stands there
 * (`//evil.example`, `/\evil.example`, `/.//evil.example`), no call, and not the login page again.
 * @param search the query of the login page's own address
 */
export function wayBack(search: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  if (!wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return '/'
  const { origin, pathname, search: query, hash } = new URL(wanted, HERE)
  const isPage =
    origin === HERE && !pathname.startsWith('//') && !/^\/(?:api|login|register)(?:\/|$)/.test(pathname)
  return isPage ? `${pathname}${query}${hash}` : '/'
}

/** The login page, which leads back to `wanted`. */
export function toLogin(wanted: string): string {
  return `/login?next=${encodeURIComponent(wanted)}`
}

/** `path` with the way back that this page's own query remembers: one may sign up, or reset, before signing in. */
export function keepWayBack(path: string, search: string): string {
  const back = wayBack(search)
  return back === '/' ? path : `${path}?next=${encodeURIComponent(back)}`
}
