import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { env } from '#lib/core/env.ts'
import { takesBrotli } from '#lib/web/endpoint/brotli.ts'
import { rolesFor } from '#lib/web/session/guarded-pages.ts'
import { defaultLocale, isLocale, LOCALE_COOKIE, type Locale, preferring } from '#messages/locales.ts'

/** A page as Next sent it. */
type Sent = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

type Page = { sent: Sent | undefined; sentAt: number; renewing: boolean }

/** For so long (ms) everybody gets the same bytes: the second for which a proxy would cache them too. */
const FRESH_MS = 1_000
/** While one request renews a page, the others get the stale one, unless that is older than this (ms). */
const STALE_MS = 5_000
const MOST_PAGES = 200
const LONGEST_ADDRESS = 256
const LARGEST_PAGE = 2 * 1024 * 1024

/** Pages are not below these, and have no dot in their path, but for dancers, whose names may have one. */
const PAGE = /^\/(?:dancer\/[^/?]+|(?!(?:api|ws|media|share|_next)(?:\/|$))[^.?]*)(?:\?|$)/
/** Headers of Next's own client and server. A request with any of them may be answered with something else than the page. */
const NEXTS_HEADERS = /^(?:rsc$|next-|x-(?:nextjs?|middleware|invoke|matched|now|prerender)-)/

/**
 * Caches prerendered pages for a second. Next needs a quarter of a millisecond to find one, and in the second after an
 * evening's show thousands want the same. Pages that are rendered for one person are never cached: Next's headers tell
 * which are everybody's.
 */
export class ResponseCache {
  readonly #pages = new Map<string, Page>()
  readonly #clock: () => number
  readonly #compresses: boolean

  /** @param compresses whether all that is recorded here is packed by what each client says that it takes, or for Brotli alone (pack-pages.ts) */
  constructor(clock: () => number = () => performance.now(), compresses: boolean = env.WEB_COMPRESS) {
    this.#clock = clock
    this.#compresses = compresses
  }

  /** Sends the page if it is cached. @returns whether it did; otherwise Next's answer is recorded, and cached if it may be */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const address = keyOf(request)
    if (address === undefined) return false
    // What one client takes compressed, another may not be able to read.
    const takes = request.headers['accept-encoding']
    const taken = this.#compresses ? (takes ?? '') : takesBrotli(takes) ? 'br' : ''
    const key = `${taken} ${address}`
    const page = this.#pages.get(key)
    if (page?.sent && this.#isUsable(page)) {
      response.writeHead(page.sent.status, page.sent.headers).end(page.sent.body)
      return true
    }
    this.#record(key, response)
    return false
  }

  #isUsable(page: Page): boolean {
    const age = this.#clock() - page.sentAt
    return age < FRESH_MS || (page.renewing && age < STALE_MS)
  }

  /** Records Next's answer to this request for the requests that come after it. */
  #record(key: string, response: ServerResponse): void {
    const page = this.#pages.get(key) ?? { sent: undefined, sentAt: 0, renewing: false }
    const asOf = this.#clock()
    page.renewing = true
    this.#pages.set(key, page)
    const read = recordBody(response)
    response.once('close', () => {
      page.renewing = false
      const sent = response.writableFinished && mayBeCached(response) ? sentBy(response, read()) : undefined
      if (!sent) this.#drop(key, page)
      else if (asOf >= page.sentAt) Object.assign(page, { sent, sentAt: asOf })
      while (this.#pages.size > MOST_PAGES) this.#pages.delete(this.#pages.keys().next().value ?? '')
    })
  }

  #drop(key: string, page: Page): void {
    if (this.#pages.get(key) === page) this.#pages.delete(key)
  }
}

/** Returns the key of a page, or undefined for what is no page, or a page of one person. */
function keyOf({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.length > LONGEST_ADDRESS || !PAGE.test(url)) return undefined
  // For these pages each request is asked who sent it, also where the page is the same for all.
  if (rolesFor(url.split('?', 1)[0] ?? '') !== null) return undefined
  if (headers.range !== undefined) return undefined
  for (const name in headers) if (NEXTS_HEADERS.test(name)) return undefined
  const cookie = headers.cookie ?? ''
  if (cookie.includes('__prerender_bypass')) return undefined
  // What an address itself says of its language is in the key with it.
  return `${pageLocaleOf(cookie, headers['accept-language'])} ${url}`
}

/** Tells whether Next has marked the answer, a page or its data, as prerendered or cached. All others are one person's. */
export function isForAll(response: ServerResponse): boolean {
  const isShared =
    response.getHeader('x-nextjs-prerender') !== undefined &&
    /s-maxage/.test(String(response.getHeader('cache-control') ?? ''))
  return response.statusCode === 200 && isShared && response.getHeader('set-cookie') === undefined
}

function mayBeCached(response: ServerResponse): boolean {
  return isForAll(response) && /^text\/html\b/.test(String(response.getHeader('content-type') ?? ''))
}

/** Headers about Next's own caches, and about how this one answer was sent. */
const OWN_HEADERS = /^(?:x-nextjs-.*|transfer-encoding)$/

function sentBy(response: ServerResponse, body: Buffer | undefined): Sent | undefined {
  if (!body) return undefined
  const headers = Object.fromEntries(
    Object.entries(response.getHeaders()).filter(([name]) => !OWN_HEADERS.test(name)),
  )
  return { status: response.statusCode, headers: { ...headers, 'content-length': body.byteLength }, body }
}

/** Copies what is written to the response. @returns a function that reads the copy; undefined where it was too large */
function recordBody(response: ServerResponse): () => Buffer | undefined {
  const chunks: Buffer[] = []
  let size = 0
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8')
        : Buffer.from(chunk)
    size += bytes.byteLength
    if (size <= LARGEST_PAGE) chunks.push(bytes)
  }
  const recorded = <F extends (...args: never[]) => unknown>(send: F): F =>
    new Proxy(send, {
      apply(target, self, args) {
        keep(args[0], args[1])
        return Reflect.apply(target, self, args)
      },
    })
  response.write = recorded(response.write)
  response.end = recorded(response.end)
  return () => (size > 0 && size <= LARGEST_PAGE ? Buffer.concat(chunks) : undefined)
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value)
}

const picked = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`)
const preferred = Object.entries(preferring).map(
  ([locale, source]) => [locale, new RegExp(`^${source}$`)] as const,
)

/**
 * Returns the language of a page whose address says none: the one of the cookie, else the first that the browser prefers. The
 * rewrites in next.config.mjs say the same to Next.
 * @param cookie the request's whole Cookie header
 * @param accepted its Accept-Language header
 */
export function pageLocaleOf(cookie: string, accepted = ''): Locale {
  const locale = picked.exec(cookie)?.[1] ?? ''
  if (isLocale(locale)) return locale
  const first = preferred.find(([, whole]) => whole.test(accepted))?.[0] ?? ''
  return isLocale(first) ? first : defaultLocale
}
