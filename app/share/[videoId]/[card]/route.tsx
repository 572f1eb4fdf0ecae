import { ImageResponse } from 'next/og'
import { getTranslations } from 'next-intl/server'
import { ShareCard } from '#components/videos/share-card.tsx'
import { findVideoContent } from '#lib/web/pages/page-content.ts'
import { defaultLocale, type Locale } from '#messages/locales.ts'

/** Counts on shared pictures may be a little behind. */
const headers = { 'cache-control': 'public, max-age=300, stale-while-revalidate=3600' }

/** Pictures have no language but in their name: who shows them sends neither cookie nor Accept-Language. */
const languages: Record<string, Locale> = { 'card.png': defaultLocale, 'card-sw.png': 'sw' }

export async function GET(_: Request, { params }: { params: Promise<{ videoId: string; card: string }> }) {
  const { videoId, card } = await params
  const locale = Object.hasOwn(languages, card) ? languages[card] : undefined
  const content = locale && (await findVideoContent(videoId))
  if (!content) return new Response(null, { status: 404 })
  const t = await getTranslations({ locale, namespace: 'Video' })
  const { rank } = content.video
  const words = rank ? t('cardGiftsRank', { rank }) : t('cardGifts')
  return new ImageResponse(<ShareCard video={content.video} words={words} locale={locale} />, {
    width: 1200,
    height: 630,
    headers,
  })
}
