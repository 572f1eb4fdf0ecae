/** Any origin will do: it tells paths of ours from other addresses. */
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
  const isPage = origin === HERE && !pathname.startsWith('//') && !/^\/(?:api|login)(?:\/|$)/.test(pathname)
  return isPage ? `${pathname}${query}${hash}` : '/'
}
