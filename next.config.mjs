// @ts-check
import path from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { env } from './lib/core/env.ts'
import { contentPolicy } from './lib/web/pages/content-security.ts'
import { headersOfAll } from './lib/web/pages/fixed-headers.ts'
import { defaultLocale, LOCALE_COOKIE, LOCALE_PARAMETER, locales, preferring } from './messages/locales.ts'

// A page has no dot in its path, but for a dancer's, whose name may have one; any other path with a dot is a file. A path that
// names a language has been rewritten already: Next goes on through these rules after a match.
const PAGES = `/:path((?!(?:api|ws|media|embed|_next|${locales.join('|')})(?:/|$))[^.]*)`

/** @typedef {{ type: 'cookie' | 'header' | 'query', key: string, value: string }} Condition */

/**
 * What says a request's language, first to last: the address's own word, the cookie of who has picked one, the browser's
 * first language. nginx decides by the same rule (docs/decisions/0030).
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

/** Leads the documented addresses to the pages of the visitor's language; the address that people see stays the same. */
function pageRewrites() {
  return languages().flatMap(([locale, has]) => rewritesTo(locale, has))
}

/**
 * @param {string} locale
 * @param {Condition[]} has what a request has to have for this language
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
    // Each view of the home page is prerendered: a sorted feed is painted without waiting for scripts.
    to('/', `/${locale}/home/leaderboard`, [{ type: 'query', key: 'tab', value: 'leaderboard' }]),
    to('/', `/${locale}/home/:sort`, [
      { type: 'query', key: 'sort', value: '(?<sort>oldest|(?:most|least)-(?:voted|viewed))' },
    ]),
    to('/dancer/:username', `/${locale}/dancer/:username`),
    to(PAGES, `/${locale}/:path`),
  ]
}

/** Pages whose address carries the token of a mailed link, until the page has removed it. */
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
  // It reads its fonts' measures from its own folder.
  serverExternalPackages: ['pdfkit'],
  reactStrictMode: true,
  poweredByHeader: false,
  // Next would hash the whole page for each request, which is half the cost of sending it. Pages change every few seconds
  // anyway, and the API's cached answers have an ETag of their own.
  generateEtags: false,
  // Nothing of ours goes through Next's maker of pictures. Open, it would draw any picture of ours in any size for anybody.
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  // A cached page that is older than this (seconds) is rendered again before it is sent, so that no visitor sees the state of
  // yesterday's last visit.
  expireTime: 15,
  // `npm run check` checks the types of the whole tree; a build on a fresh clone need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Keeps pages in memory alone, because containers mount .next read-only, and adds the hashes of the inline scripts to each
  // page (docs/decisions/0030).
  cacheHandler: path.resolve('lib/web/pages/page-cache.ts'),
  cacheMaxMemorySize: 0,
  async headers() {
    return [
      {
        source: '/:path*',
        headers: Object.entries(headersOfAll).map(([key, value]) => ({ key, value })),
      },
      // An embed is made to be framed, and says itself what it may do.
      { source: '/((?!api/|media/|embed/).*)', headers: headersOfPages },
      { source: pagesOfLinks, headers: headersOfLinks },
    ]
  },
  async redirects() {
    // One address for each page, in the language that was asked for. The home page has a rule of its own: where a path is empty,
    // Next makes an empty address of it, which leads browsers nowhere.
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
        // What is built has no address in it: there the front door passes sockets on (lib/web/front/pass-sockets.ts).
        ...(env.NODE_ENV === 'development'
          ? [{ source: '/ws/:path*', destination: `${env.REALTIME_URL}/ws/:path*` }]
          : []),
        // Browsers ask for it while a page's own link to the icon is not there yet.
        { source: '/favicon.ico', destination: '/icons/icon.svg' },
        { source: '/manifest.webmanifest', destination: `/manifests/${defaultLocale}.webmanifest` },
      ],
      // Every address that is no page has the same answer, rendered once.
      fallback: [
        ...locales.map((locale) => ({ source: `/${locale}/:path*`, destination: `/${locale}/missing` })),
        // Paths with a dot were not taken for pages, so they name no language.
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
 * Next's configuration. What runs has its messages compiled already, and loads nothing of the compiler, which would need a
 * folder to write into.
 * @param {string} phase
 */
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  const withMessages = createNextIntlPlugin({
    requestConfig: './lib/web/pages/page-messages.ts',
    // Sentences are compiled with the build, so that no parser for them is sent to phones.
    experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
  })
  return withMessages(config)
}
