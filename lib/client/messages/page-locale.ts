import { defaultLocale, type Locale } from '#messages/locales.ts'

/** The page's language; English if the page names none. */
export function pageLocale(): Locale {
  return typeof document !== 'undefined' && document.documentElement.lang === 'sw' ? 'sw' : defaultLocale
}
