import { defaultLocale, isLocale, LOCALE_COOKIE, type Locale, preferring } from '#messages/locales.ts'

const picked = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`)
const preferred = Object.entries(preferring).map(
  ([locale, source]) => [locale, new RegExp(`^${source}$`)] as const,
)

/** Follows the rule for a page without a language in its address. */
export function languageOf({ headers }: Request): Locale {
  return pageLocaleOf(headers.get('cookie') ?? '', headers.get('accept-language') ?? '')
}

/**
 * Returns the cookie's language, else the browser's first. next.config.mjs repeats this rule in its rewrites.
 * @param cookie the Cookie header
 * @param accepted the Accept-Language header
 */
export function pageLocaleOf(cookie: string, accepted = ''): Locale {
  const locale = picked.exec(cookie)?.[1] ?? ''
  if (isLocale(locale)) return locale
  const first = preferred.find(([, whole]) => whole.test(accepted))?.[0] ?? ''
  return isLocale(first) ? first : defaultLocale
}
