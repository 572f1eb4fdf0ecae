// @ts-check
import { existsSync } from 'node:fs'
import path from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { env } from './lib/core/env.ts'
import { contentPolicy } from './lib/web/pages/content-security.ts'
import { headersOfAll } from './lib/web/pages/fixed-headers.ts'
import { defaultLocale, LOCALE_COOKIE, LOCALE_PARAMETER, locales, preferring } from './messages/locales.ts'

// Paths with a dot are files, except those of dancers, whose usernames may contain dots. Excludes paths that
// start with a language: after a match, Next applies the following rules to the rewritten path.
const PAGES = `/:path((?!(?:api|ws|media|embed|_next|${locales.join('|')})(?:/|$))[^.]*)`

/** @typedef {{ type: 'cookie' | 'header' | 'query', key: string, value: string }} Condition */

/**
 * The language of a request: parameter, cookie, browser's first language, default. nginx has the same rule
 * (docs/decisions/0030).
 * @returns {[locale: string, has: Condition[]][]}
 */
function languages() {
  return [
    ...locales.map((locale) => said(locale, { type: 'query', key: LOCALE_PARAMETER, value: locale })),
    ...locales.map((locale) => said(locale, { type: 'cookie', key: LOCALE_COOKIE, value: locale })),
    ...Object.entries(preferring).map(([locale, value]) =>
      said(locale, { type: 'header', key: 'accept-language', value }),
    ),
    [defaultLocale, []],
  ]
}

/**
 * @param {string} locale
 * @param {Condition} by
 * @returns {[locale: string, has: Condition[]]}
 */
function said(locale, by) {
  return [locale, [by]]
}

/** Maps the documented addresses to the pages of the visitor's language. The visible address stays. */
function pageRewrites() {
  return languages().flatMap(([locale, has]) => rewritesTo(locale, has))
}

/**
 * @param {string} locale
 * @param {Condition[]} has conditions that select this language
 */
function rewritesTo(locale, has) {
  /**
   * @param {string} source
   * @param {string} destination
   * @param {Condition[]} more
   */
  const to = (source, destination, more = []) => {
    const conditions = [...has, ...more]
    return { source, destination, ...(conditions.length > 0 ? { has: conditions } : {}) }
  }
  return [
    // All views of the home page are prerendered, so that they paint before scripts load.
    to('/', `/${locale}/home/leaderboard`, [{ type: 'query', key: 'tab', value: 'leaderboard' }]),
    to('/', `/${locale}/home/:sort`, [
      { type: 'query', key: 'sort', value: '(?<sort>oldest|(?:most|least)-(?:voted|viewed))' },
    ]),
    to('/dancer/:username', `/${locale}/dancer/:username`),
    to(PAGES, `/${locale}/:path`),
  ]
}

/** Pages opened by a mailed link: the address has a token until the page removes it. */
const pagesOfLinks = '/:page(verify-email|reset-password|cancel-withdrawal|unsubscribe|follow-result)'
const headersOfLinks = [{ key: 'Referrer-Policy', value: 'no-referrer' }]

const headersOfPages = [
  { key: 'Content-Security-Policy', value: contentPolicy(env.NODE_ENV === 'development') },
  { key: 'Permissions-Policy', value: 'camera=(self), microphone=(), geolocation=(), payment=()' },
  // The gift dialog watches the payment window that it opened.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
]

/** @type {import('next').NextConfig} */
const config = {
  // pdfkit reads font metrics from its own folder.
  serverExternalPackages: ['pdfkit'],
  reactStrictMode: true,
  poweredByHeader: false,
  // Hashing a page is half the cost of sending it, and pages change every few seconds. Cached API answers have
  // their own ETag.
  generateEtags: false,
  // The pages use no image optimizer, and an open one would resize pictures for anybody.
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  // In seconds. Older cached pages are rendered again before they are sent.
  expireTime: 15,
  // `npm run check` checks all types.
  typescript: { ignoreBuildErrors: true },
  // Caches pages only in memory, because containers mount .next read-only. Adds script hashes to each page
  // (docs/decisions/0030).
  cacheHandler: path.resolve('lib/web/pages/page-cache.ts'),
  cacheMaxMemorySize: 0,
  experimental: {
    // A first build has no cache to read, and writing one would take a third of its time.
    turbopackFileSystemCacheForBuild: existsSync(path.resolve('.next/BUILD_ID')),
  },
  async headers() {
    return [
      {
        source: '/:path*',
        headers: Object.entries(headersOfAll).map(([key, value]) => ({ key, value })),
      },
      // Other sites frame embeds, which set their own policy.
      { source: '/((?!api/|media/|embed/).*)', headers: headersOfPages },
      { source: pagesOfLinks, headers: headersOfLinks },
    ]
  },
  async redirects() {
    // A path with a language redirects to the documented address. The home page has its own rule: for an empty
    // path, Next would redirect to an empty address.
    return locales.flatMap((locale) =>
      ['', '/:path+'].map((path) => ({
        source: `/${locale}${path}`,
        destination: `${path || '/'}?${LOCALE_PARAMETER}=${locale}`,
        permanent: false,
      })),
    )
  },
  async rewrites() {
    return {
      beforeFiles: pageRewrites(),
      afterFiles: [
        // A build has no addresses in it: there the front door proxies sockets (lib/web/front/pass-sockets.ts).
        ...(env.NODE_ENV === 'development'
          ? [{ source: '/ws/:path*', destination: `${env.REALTIME_URL}/ws/:path*` }]
          : []),
        // Browsers request this path before they know the page's icon link.
        { source: '/favicon.ico', destination: '/icons/icon.svg' },
        { source: '/manifest.webmanifest', destination: `/manifests/${defaultLocale}.webmanifest` },
      ],
      // All unknown paths share one answer, rendered once.
      fallback: [
        ...locales.map((locale) => ({ source: `/${locale}/:path*`, destination: `/${locale}/missing` })),
        // Paths with a dot are not rewritten, so they name no language.
        ...languages().map(([locale, has]) => ({
          source: '/:path((?!_next/).*)',
          destination: `/${locale}/missing`,
          ...(has.length > 0 ? { has } : {}),
        })),
      ],
    }
  },
}

/**
 * The production server loads compiled messages without the compiler, which needs a writable folder.
 * @param {string} phase
 */
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  const withMessages = createNextIntlPlugin({
    requestConfig: './lib/web/pages/page-messages.ts',
    // Compiles messages at build time, so that phones load no message parser.
    experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
  })
  return withMessages(config)
}
