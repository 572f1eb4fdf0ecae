import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type messages from '#messages/en.json'

type Messages = typeof messages
/** The pages whose sentences have all of these. */
type PageWith<Words extends string> = {
  [Page in keyof Messages]: Messages[Page] extends Record<Words, string> ? Page : never
}[keyof Messages]

/** Makes `generateMetadata` of a page that search engines may list: by its sentences `title` and `intro`. */
export function listed(page: PageWith<'title' | 'intro'>): () => Promise<Metadata> {
  return async () => {
    const t = await getTranslations()
    return { title: t(`${page}.title`), description: t(`${page}.intro`) }
  }
}

/** Makes `generateMetadata` of a page that search engines leave out: by its sentence `title`. */
export function unlisted(page: PageWith<'title'>): () => Promise<Metadata> {
  return async () => {
    const t = await getTranslations()
    return { title: t(`${page}.title`), robots: { index: false } }
  }
}
