import type { MetadataRoute } from 'next'
import { getTranslations } from 'next-intl/server'
import type { Locale } from '#messages/locales.ts'
import { appPreviews } from './app-preview.tsx'
import { brandIcons } from './brand-icon.ts'

const icons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]

/** All languages share one `id`, so that browsers install one app. */
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
    screenshots: Object.entries(appPreviews)
      .filter(([, preview]) => preview.locale === locale)
      .map(([file, { width, height, form }]) => ({
        src: `/icons/${file}`,
        sizes: `${width}x${height}`,
        type: 'image/png',
        form_factor: form,
        label: t('Site.title'),
      })),
    shortcuts: [
      { name: t('Home.leaderboard'), url: '/?tab=leaderboard', icons },
      { name: t('Nav.faq'), url: '/faq', icons },
      { name: t('Nav.profile'), url: '/profile', icons },
    ],
  }
}
