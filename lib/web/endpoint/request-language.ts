import { defaultLocale, isLocale, LOCALE_COOKIE, type Locale, preferring } from '#messages/locales.ts'

const picked = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`)
const preferred = Object.entries(preferring).map(
  ([locale, source]) => [locale, new RegExp(`^${source}$`)] as const,
)

/** Returns the language in which a call of the API is answered: that of a page without one in its address. */
export function languageOf({ headers }: Request): Locale {
  return pageLocaleOf(headers.get('cookie') ?? '', headers.get('accept-language') ?? '')
}

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
