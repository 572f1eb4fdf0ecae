import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type messages from '#messages/en.json'
import { defaultLocale, LOCALE_PARAMETER, locales } from '#messages/locales.ts'

type Messages = typeof messages
type PageWith<Words extends string> = {
  [Page in keyof Messages]: Messages[Page] extends Record<Words, string> ? Page : never
}[keyof Messages]

/** `generateMetadata` for a page that search engines list, from its messages `title` and `intro`. */
export function listed(page: PageWith<'title' | 'intro'>, path: string): () => Promise<Metadata> {
  return async () => {
    const t = await getTranslations()
    const alternates = await alternatesOf(path)
    return { title: t(`${page}.title`), description: t(`${page}.intro`), alternates }
  }
}

/**
 * The page's address in each language for search engines, which send neither cookie nor Accept-Language
 * (docs/decisions/0030). The address without a language is English.
 * @param path the page's documented address
 */
export async function alternatesOf(path: string): Promise<NonNullable<Metadata['alternates']>> {
  const locale = await getLocale()
  return {
    canonical: addressIn(locale, path),
    languages: {
      ...Object.fromEntries(locales.map((each) => [each, addressIn(each, path)])),
      'x-default': path,
    },
  }
}

/** The address that shows the page in a language. */
export function addressIn(locale: string, path: string): string {
  if (locale === defaultLocale) return path
  return `${path}${path.includes('?') ? '&' : '?'}${LOCALE_PARAMETER}=${locale}`
}

/** `generateMetadata` for a page that search engines must not list, from its message `title`. */
export function unlisted(page: PageWith<'title'>): () => Promise<Metadata> {
  return async () => {
    const t = await getTranslations()
    return { title: t(`${page}.title`), robots: { index: false } }
  }
}
