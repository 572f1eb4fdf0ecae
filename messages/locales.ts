/** Languages that have a catalogue in messages/. A new one needs its file there and its name here. */
export const locales = ['en', 'sw'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

/** What each language calls itself. */
export const ownNames: Record<Locale, string> = { en: 'English', sw: 'Kiswahili' }

/** Holds the picked language; addresses stay the same (docs/screens.md, Languages). */
export const LOCALE_COOKIE = 'locale'

/** The parameter of an address that names its language, for links and search engines; it goes before the cookie. */
export const LOCALE_PARAMETER = 'lang'

/** Numbers and dates are written as in Kenya, in the words of the language (docs/screens.md, Formats and limits). */
export const formatLocales: Record<Locale, string> = { en: 'en-KE', sw: 'sw-KE' }

/** The languages of a page as Open Graph names them. */
export const openGraphLocales: Record<Locale, string> = { en: 'en_KE', sw: 'sw_KE' }

/**
 * What a whole Accept-Language header looks like whose first language is this one: the source of a regular expression. Browsers
 * name the best language first. deploy/proxy/nginx.conf has the same rule, because pages are kept there by language.
 */
export const preferring: Partial<Record<Locale, string>> = { sw: '[sS][wW](?:[-,; ].*)?' }

/** Whether a path segment names a language. */
export function isLocale(value: string): value is Locale {
  return locales.some((locale) => locale === value)
}
