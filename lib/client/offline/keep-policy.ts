import type { ReadName } from '#lib/client/http/api-types.ts'

/** What is asked for, as the worker sees it. */
export type Asked = {
  url: URL
  /** Where the worker is at home. */
  origin: string
  method: string
  headers: Headers
}

/**
 * How an answer is kept on the device:
 * - `file`: its name changes with its content, so it is taken from the device once it is there;
 * - `picture`: the same, for a while;
 * - `page`, `read`: the network is asked first, and the device where that does not answer.
 */
export type Keeping = 'file' | 'picture' | 'page' | 'read'

/** Pages that are the same for everybody and say what one can do without a line. */
const PAGES = /^\/(?:faq|rules|video\/[0-9a-f-]{36})\/?$/
const READS = [
  'GET /videos/',
  'GET /leaderboard/',
  'GET /videos/challenges/current/',
] as const satisfies ReadName[]
/** The path of the API, before that of a call. */
const API = '/api'
/** Further pages of the feed are not kept: who has no line begins at the top. */
const FIRST_PAGES = ['1', '2']
const HOME_PARAMETERS = ['tab', 'sort', 'lang']
const PAGE_PARAMETERS = ['lang']

/**
 * Says what of the product a device may keep, and null for all else: whatever is somebody's own (a call with a token, wallets,
 * profiles), payments, staff's pages and the pages of sign-in are always the network's (docs/decisions/0027).
 */
export function keepingOf({ url, origin, method, headers }: Asked): Keeping | null {
  if (method !== 'GET' || url.origin !== origin || headers.has('authorization')) return null
  const { pathname } = url
  if (pathname.startsWith('/_next/static/')) return 'file'
  if (pathname.startsWith('/stills/') || pathname.startsWith('/icons/')) return 'picture'
  if (READS.some((name) => name === `${method} ${pathname.slice(API.length)}` && pathname.startsWith(API)))
    return isFirstPage(url.searchParams) ? 'read' : null
  // A page's data for Next's own client has the page's address.
  if (headers.has('rsc')) return null
  if (pathname === '/') return hasOnly(url.searchParams, HOME_PARAMETERS) ? 'page' : null
  return PAGES.test(pathname) && hasOnly(url.searchParams, PAGE_PARAMETERS) ? 'page' : null
}

function isFirstPage(parameters: URLSearchParams): boolean {
  return FIRST_PAGES.includes(parameters.get('page') ?? '1') && !parameters.has('search')
}

/** An address with more in it (a campaign's mark, somebody's invention) would fill the device with the same page. */
function hasOnly(parameters: URLSearchParams, known: readonly string[]): boolean {
  return [...parameters.keys()].every((name) => known.includes(name))
}
