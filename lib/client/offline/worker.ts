// The service worker (docs/decisions/0027), bundled by server/local/finish-build.ts as /sw.js. cache-policy.ts
// decides what is cached.
import {
  CacheFirst,
  ExpirationPlugin,
  NetworkFirst,
  NetworkOnly,
  type RuntimeCaching,
  Serwist,
  type SerwistPlugin,
} from 'serwist'
import { listenForPush } from '#lib/client/notifications/push-events.ts'
import { Offline as english } from '#messages/en.json'
import { defaultLocale, isLocale, LOCALE_COOKIE, LOCALE_PARAMETER, type Locale } from '#messages/locales.ts'
import { Offline as swahili } from '#messages/sw.json'
import { type Caching, cachingOf } from './cache-policy.ts'
import { forgetGone, fromCache, isJson, isOurs, toCache } from './cached-answers.ts'

declare const self: ServiceWorkerGlobalScope

const DAY_SECONDS = 86_400
/** How long the network can take; then the cached answer is shown. */
const TIMEOUT_SECONDS = 4

const marksWhen: SerwistPlugin = {
  cacheWillUpdate: ({ response }) => toCache(response, Date.now()),
  cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && fromCache(cachedResponse),
}

/** Caches only files that our server sent. */
const cachesOurs: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && isOurs(response) ? response : null),
}

/** A captive portal's page is no answer: throws, so that the cache answers. */
const takesAnswers: SerwistPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (response.ok && !isJson(response)) throw new TypeError('No answer of the API')
    return response
  },
}

/** Removes a page from the cache after a 404, even if the answer came late. */
const forgetsWhatIsGone: SerwistPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    if (response.status === 404 && isOurs(response)) await forgetGone(request.url)
    return response
  },
}

/** Adds the language to the cache key: the same address has a page per language. */
const namesLanguage: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const address = new URL(request.url)
    if (!address.searchParams.has(LOCALE_PARAMETER))
      address.searchParams.set(LOCALE_PARAMETER, await pickedLocale())
    return address.href
  },
}

const matchOptions = { ignoreVary: true }

/** Files of old builds stay cached, because old pages need them. */
const handlers = {
  file: new CacheFirst({
    cacheName: 'files',
    matchOptions,
    plugins: [
      cachesOurs,
      new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
  picture: new CacheFirst({
    cacheName: 'pictures',
    matchOptions,
    plugins: [
      cachesOurs,
      new ExpirationPlugin({ maxEntries: 80, maxAgeSeconds: 7 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
  page: new NetworkFirst({
    cacheName: 'pages',
    matchOptions,
    networkTimeoutSeconds: TIMEOUT_SECONDS,
    plugins: [
      namesLanguage,
      forgetsWhatIsGone,
      marksWhen,
      new ExpirationPlugin({ maxEntries: 30, maxAgeSeconds: 7 * DAY_SECONDS }),
    ],
  }),
  read: new NetworkFirst({
    cacheName: 'reads',
    matchOptions,
    networkTimeoutSeconds: TIMEOUT_SECONDS,
    plugins: [
      takesAnswers,
      marksWhen,
      new ExpirationPlugin({ maxEntries: 20, maxAgeSeconds: 7 * DAY_SECONDS }),
    ],
  }),
} satisfies Record<Caching, unknown>

const routeOf = (caching: Caching): RuntimeCaching => ({
  matcher: ({ url, request }) =>
    cachingOf({ url, origin: self.location.origin, method: request.method, headers: request.headers }) ===
    caching,
  handler: handlers[caching],
})

const serwist = new Serwist({
  // A new worker waits for the user's consent (components/shell/deferred-work.tsx).
  skipWaiting: false,
  // The worker controls the first page at once, to cache its reads.
  clientsClaim: true,
  navigationPreload: true,
  runtimeCaching: [
    routeOf('file'),
    routeOf('picture'),
    routeOf('page'),
    routeOf('read'),
    // Other pages need the network.
    { matcher: ({ request }) => request.mode === 'navigate', handler: new NetworkOnly() },
  ],
})

serwist.setCatchHandler(async ({ request }) =>
  request.mode === 'navigate' ? offlinePage(await pickedLocale()) : Response.error(),
)

listenForPush(self)
serwist.addEventListeners()

/** The chosen language, else the browser's. */
async function pickedLocale(): Promise<Locale> {
  const picked = 'cookieStore' in self ? (await self.cookieStore.get(LOCALE_COOKIE))?.value : undefined
  const first = self.navigator.language.slice(0, 2)
  return [picked ?? '', first].find(isLocale) ?? defaultLocale
}

const words = { en: english, sw: swahili }

/** Repeats styles of app/[locale]/globals.css, which might not be cached. */
const style = `:root{color-scheme:light dark}body{background:light-dark(#fffaf2,#150b1d);color:light-dark(#22122e,#fdf5ea);font:1.125rem/1.5 system-ui,sans-serif;margin:18vh auto;max-width:28rem;padding:0 1.25rem}h1{font-size:2.25rem;line-height:1.1;margin:0}p{margin:1rem 0 2rem}a{color:inherit;display:inline-block;font-weight:600;min-height:2.75rem;line-height:2.75rem;margin-inline-end:.75rem;text-underline-offset:.25em}a:first-of-type{background:#ffb51f;border-radius:2rem;color:#22122e;padding:0 1.5rem;text-decoration:none}:focus-visible{outline:3px solid light-dark(#c2144b,#ff86a5);outline-offset:2px}`

/** A page that needs no script and no other file. */
function offlinePage(locale: keyof typeof words): Response {
  const { title, detail, again, home } = words[locale]
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Ngoma</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${detail}</p><a href="">${again}</a><a href="/">${home}</a></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  })
}
