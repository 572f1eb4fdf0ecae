/** Languages that have a catalogue in messages/. A new one needs its file there and its name here. */
export const locales = ['en'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

/** Holds the picked language; addresses stay the same (docs/screens.md, Languages). */
export const LOCALE_COOKIE = 'locale'

/** Numbers, dates and money are written as in Kenya, whatever the language (docs/screens.md, Formats and limits). */
export const formatLocales: Record<Locale, string> = { en: 'en-KE' }

/** Whether a path segment names a language. */
export function isLocale(value: string): value is Locale {
  return locales.some((locale) => locale === value)
}
