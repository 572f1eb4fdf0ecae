import { defaultLocale, type Locale } from '#messages/locales.ts'

/** The language of the page; English where there is none. */
export function pageLocale(): Locale {
  return typeof document !== 'undefined' && document.documentElement.lang === 'sw' ? 'sw' : defaultLocale
}
