import type { MetadataRoute } from 'next'
import { getTranslations } from 'next-intl/server'
import { brandIcons } from '#components/shell/brand-icon.ts'
import { defaultLocale } from '#messages/locales.ts'

/** Makes the product installable. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations({ locale: defaultLocale })
  return {
    id: '/',
    name: t('Site.title'),
    short_name: t('Site.name'),
    description: t('Site.description'),
    lang: defaultLocale,
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
