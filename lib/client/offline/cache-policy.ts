import type { ReadName } from '#lib/client/http/api-types.ts'

export type Asked = {
  url: URL
  origin: string
  method: string
  headers: Headers
}

/**
 * How the device caches an answer:
 * - `file`: the name changes with the content, so the cache answers;
 * - `picture`: the same, for a while;
 * - `page`, `read`: network first.
 */
export type Caching = 'file' | 'picture' | 'page' | 'read'

/** Pages that are equal for everybody and useful offline. */
const PAGES = /^\/(?:faq|rules|video\/[0-9a-f-]{36})\/?$/
const READS = [
  'GET /videos/',
  'GET /leaderboard/',
  'GET /videos/challenges/current/',
] as const satisfies ReadName[]
const API = '/api'
/** Later pages are not cached: offline, users start at the top. */
const FIRST_PAGES = ['1', '2']
const HOME_PARAMETERS = ['tab', 'sort', 'lang']
const PAGE_PARAMETERS = ['lang']

/**
 * Returns null for requests that are not cached: calls with a token, private data, payments, staff and
 * sign-in pages (docs/decisions/0027).
 */
export function cachingOf({ url, origin, method, headers }: Asked): Caching | null {
  if (method !== 'GET' || url.origin !== origin || headers.has('authorization')) return null
  const { pathname } = url
  if (pathname.startsWith('/_next/static/')) return 'file'
  if (pathname.startsWith('/stills/') || pathname.startsWith('/icons/')) return 'picture'
  if (READS.some((name) => name === `${method} ${pathname.slice(API.length)}` && pathname.startsWith(API)))
    return isFirstPage(url.searchParams) ? 'read' : null
  // Next requests a page's data under the page's address.
  if (headers.has('rsc')) return null
  if (pathname === '/') return hasOnly(url.searchParams, HOME_PARAMETERS) ? 'page' : null
  return PAGES.test(pathname) && hasOnly(url.searchParams, PAGE_PARAMETERS) ? 'page' : null
}

function isFirstPage(parameters: URLSearchParams): boolean {
  return FIRST_PAGES.includes(parameters.get('page') ?? '1') && !parameters.has('search')
}

/** Addresses with unknown parameters would fill the cache. */
function hasOnly(parameters: URLSearchParams, known: readonly string[]): boolean {
  return [...parameters.keys()].every((name) => known.includes(name))
}
