/** Header with the time of caching, in ms of the device's clock. */
export const CACHED_AT = 'x-cached-at'

/** Whether our server answered. A captive portal's HTML has no CSP; its empty answer has no type. */
export function isOurs({ headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  return isHtml(type) ? headers.has('content-security-policy') : type !== ''
}

export function isJson({ headers }: Response): boolean {
  return /^application\/json\b/.test(headers.get('content-type') ?? '')
}

const isHtml = (type: string) => /^text\/html\b/.test(type)

/** The response to cache; null for redirects, errors, private and foreign answers. */
export async function toCache(response: Response, at: number): Promise<Response | null> {
  const isPrivate = /\b(?:private|no-store)\b/.test(response.headers.get('cache-control') ?? '')
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (!isWhole || isPrivate || !isOurs(response)) return null
  return withBody(response, await response.blob(), [CACHED_AT, String(at)])
}

/** Puts a page's time of caching into a meta tag, because a page cannot read its headers. */
export async function fromCache(response: Response): Promise<Response> {
  const at = Number(response.headers.get(CACHED_AT))
  const isPage = isHtml(response.headers.get('content-type') ?? '')
  if (!isPage || !Number.isFinite(at) || at === 0) return response
  const page = (await response.text()).replace('</head>', `<meta name="${CACHED_AT}" content="${at}"></head>`)
  return withBody(response, page)
}

function withBody(response: Response, body: BodyInit, mark?: [string, string]): Response {
  const headers = new Headers(response.headers)
  // The body is already decompressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  if (mark) headers.set(...mark)
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

const VIDEO = /^\/video\/([0-9a-f-]{36})\/?$/

/** Removes a page in each language, with its pictures: a withdrawn video must not reappear offline. */
export async function forgetGone(address: string): Promise<void> {
  const { pathname } = new URL(address)
  const [, videoId] = VIDEO.exec(pathname) ?? []
  await removeFromCache('pages', (path) => path === pathname)
  if (videoId) await removeFromCache('pictures', (path) => path.startsWith(`/stills/${videoId}/`))
}

async function removeFromCache(name: string, isGone: (path: string) => boolean): Promise<void> {
  const cache = await caches.open(name)
  const gone = (await cache.keys()).filter(({ url }) => isGone(new URL(url).pathname))
  await Promise.all(gone.map((request) => cache.delete(request, { ignoreVary: true })))
}
