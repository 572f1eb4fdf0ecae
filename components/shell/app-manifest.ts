import type { MetadataRoute } from 'next'
import { getTranslations } from 'next-intl/server'
import type { Locale } from '#messages/locales.ts'
import { brandIcons } from './brand-icon.ts'

/** Describes the installed product in one language. Its `id` is the same in all, so that it is one app. */
export async function appManifest(locale: Locale): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations({ locale })
  return {
    id: '/',
    name: t('Site.title'),
    short_name: t('Site.name'),
    description: t('Site.description'),
    lang: locale,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fffaf2',
    theme_color: '#2b1142',
    categories: ['entertainment', 'music'],
    icons: Object.entries(brandIcons).flatMap(([file, { size, purpose }]) =>
      purpose === 'apple'
        ? []
        : [{ src: `/icons/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }],
    ),
    shortcuts: [{ name: t('Home.leaderboard'), url: '/?tab=leaderboard' }],
  }
}
