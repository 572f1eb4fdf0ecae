/** When an answer was kept, in milliseconds by the device's own clock, which may differ from ours. */
export const KEPT_AT = 'x-kept-at'

/**
 * Whether a good answer is ours. A net that asks to sign in or to buy data first answers with a page of its own, or with nothing, which
 * has no type; our pages come with a policy of what they may load.
 */
export function isOurs({ headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  return isHtml(type) ? headers.has('content-security-policy') : type !== ''
}

/** Whether it is an answer of the API, which is JSON. */
export function isJson({ headers }: Response): boolean {
  return /^application\/json\b/.test(headers.get('content-type') ?? '')
}

const isHtml = (type: string) => /^text\/html\b/.test(type)

/** Marks an answer before it is kept. Only whole answers of ours are: no redirect, no error, nothing that is private. */
export async function toBeKept(response: Response, at: number): Promise<Response | null> {
  const isPrivate = /\b(?:private|no-store)\b/.test(response.headers.get('cache-control') ?? '')
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (!isWhole || isPrivate || !isOurs(response)) return null
  return withBody(response, await response.blob(), [KEPT_AT, String(at)])
}

/**
 * Makes a kept page say when it was kept: a page can not read the headers that it came with. Anything else says so by its
 * header.
 */
export async function asKept(response: Response): Promise<Response> {
  const at = Number(response.headers.get(KEPT_AT))
  const isPage = isHtml(response.headers.get('content-type') ?? '')
  if (!isPage || !Number.isFinite(at) || at === 0) return response
  const page = (await response.text()).replace('</head>', `<meta name="${KEPT_AT}" content="${at}"></head>`)
  return withBody(response, page)
}

function withBody(response: Response, body: BodyInit, mark?: [string, string]): Response {
  const headers = new Headers(response.headers)
  // The body is here as it was before it was compressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  if (mark) headers.set(...mark)
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

const VIDEO = /^\/video\/([0-9a-f-]{36})\/?$/

/**
 * Lets go of a page that the network has answered with 404, in each language, and of a video's pictures with it: what was withdrawn is
 * not shown again where there is no line.
 */
export async function forgetGone(address: string): Promise<void> {
  const { pathname } = new URL(address)
  const [, videoId] = VIDEO.exec(pathname) ?? []
  await letGo('pages', (path) => path === pathname)
  if (videoId) await letGo('pictures', (path) => path.startsWith(`/stills/${videoId}/`))
}

async function letGo(name: string, isGone: (path: string) => boolean): Promise<void> {
  const cache = await caches.open(name)
  const gone = (await cache.keys()).filter(({ url }) => isGone(new URL(url).pathname))
  await Promise.all(gone.map((request) => cache.delete(request, { ignoreVary: true })))
}
