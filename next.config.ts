import path from 'node:path'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { env } from './lib/core/env.ts'
import { contentPolicy } from './lib/web/pages/content-security.ts'
import { headersOfAll } from './lib/web/pages/fixed-headers.ts'
import { defaultLocale, LOCALE_COOKIE, locales } from './messages/locales.ts'

const withMessages = createNextIntlPlugin({
  requestConfig: './lib/web/pages/request-messages.ts',
  // Sentences are compiled with the build, so that no parser for them is sent to phones.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
})

// Pages have no dot in their path; what has one is a file. A path that already names a language was rewritten: Next
// goes on through these rules after a match.
const PAGES = `/:path((?!(?:api|ws|media|_next|${locales.join('|')})(?:/|$))[^.]*)`

type Condition = { type: 'cookie' | 'query'; key: string; value: string }

/** The documented routes of every language: the cookie picks the catalogue, the address stays (design/stack.md). */
function pageRewrites() {
  const others = locales.filter((locale) => locale !== defaultLocale)
  return [
    ...others.flatMap((locale) =>
      rewritesTo(locale, [{ type: 'cookie', key: LOCALE_COOKIE, value: locale }]),
    ),
    ...rewritesTo(defaultLocale, []),
  ]
}

function rewritesTo(locale: string, has: Condition[]) {
  const to = (source: string, destination: string, more: Condition[] = []) => {
    const conditions = [...has, ...more]
    return { source, destination, ...(conditions.length > 0 ? { has: conditions } : {}) }
  }
  return [
    // Each view of the home page is prerendered: a sorted feed is painted without waiting for scripts.
    to('/', `/${locale}/home/leaderboard`, [{ type: 'query', key: 'tab', value: 'leaderboard' }]),
    to('/', `/${locale}/home/:sort`, [
      { type: 'query', key: 'sort', value: '(?<sort>oldest|(?:most|least)-(?:voted|viewed))' },
    ]),
    to(PAGES, `/${locale}/:path`),
  ]
}

/** Their address carries the token of a mailed link, until the page has taken it out. */
const pagesOfLinks = '/:page(verify-email|reset-password|cancel-withdrawal)'
const headersOfLinks = [{ key: 'Referrer-Policy', value: 'no-referrer' }]

const headersOfPages = [
  { key: 'Content-Security-Policy', value: contentPolicy(env.NODE_ENV === 'development') },
  { key: 'Permissions-Policy', value: 'camera=(self), microphone=(), geolocation=(), payment=()' },
  // The gift dialog watches the payment window that it opened.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
]

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next would hash the whole page for each request, half the cost of sending it. Pages change every few seconds anyway;
  // what the API keeps has an ETag of its own.
  generateEtags: false,
  // nginx compresses.
  compress: false,
  skipTrailingSlashRedirect: true,
  // A kept page that nobody has renewed for so long (seconds) is rendered before it is sent: no visitor sees what was
  // true at yesterday's last visit, or at a build without a database.
  expireTime: 15,
  // `npm run check` checks the types of the whole tree; a build on a fresh clone need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Adds to each kept page the hashes of its inline scripts.
  cacheHandler: path.resolve('lib/web/pages/kept-pages.ts'),
  // Pages rendered on demand are kept in memory alone, where they push each other out: any address below /video/ is
  // one, and a disk would fill with them.
  experimental: { isrFlushToDisk: false },
  async headers() {
    return [
      {
        source: '/:path*',
        headers: Object.entries(headersOfAll).map(([key, value]) => ({ key, value })),
      },
      { source: '/((?!api/|media/).*)', headers: headersOfPages },
      { source: pagesOfLinks, headers: headersOfLinks },
    ]
  },
  async redirects() {
    // One address for each page.
    return locales.map((locale) => ({
      source: `/${locale}/:path*`,
      destination: '/:path*',
      permanent: false,
    }))
  },
  async rewrites() {
    return {
      beforeFiles: pageRewrites(),
      afterFiles: [{ source: '/ws/:path*', destination: `${env.REALTIME_URL}/ws/:path*` }],
      // Whatever is no page has one answer, rendered once.
      fallback: [
        ...locales.map((locale) => ({ source: `/${locale}/:path*`, destination: `/${locale}/missing` })),
        // Paths with a dot name no language: they were not taken for pages.
        { source: '/:path((?!_next/).*)', destination: `/${defaultLocale}/missing` },
      ],
    }
  },
}

export default withMessages(config)
