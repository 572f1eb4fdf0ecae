import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { NotFoundPage } from '#components/videos/pages/not-found-page.tsx'
import { VideoPage } from '#components/videos/video-page.tsx'
import { oembedAddressOf } from '#lib/web/pages/oembed.ts'
import { findVideoContent } from '#lib/web/pages/page-content.ts'
import { defaultLocale } from '#messages/locales.ts'

export const revalidate = 5

/** Rendered on first request. */
export function generateStaticParams() {
  return []
}

type VideoProps = { params: Promise<{ locale: string; videoId: string }> }

const findOnce = cache(findVideoContent)

export async function generateMetadata({ params }: VideoProps): Promise<Metadata> {
  const { videoId } = await params
  const t = await getTranslations('Video')
  const content = await findOnce(videoId)
  if (!content) return { title: t('notFound'), robots: { index: false } }
  const { id, title: name, dancer, track } = content.video
  const title = t('shareTitle', { title: name, dancer: dancer.display_name })
  const description = t('shareDescription', {
    dancer: dancer.display_name,
    track: track.title,
    artist: track.artist,
  })
  const [alternates, locale] = await Promise.all([alternatesOf(`/video/${id}`), getLocale()])
  const file = locale === defaultLocale ? 'card.png' : `card-${locale}.png`
  const card = { url: `/share/${id}/${file}`, width: 1200, height: 630, alt: title }
  return {
    title,
    description,
    alternates: {
      ...alternates,
      types: { 'application/json+oembed': oembedAddressOf(id) },
    },
    openGraph: { title, description, url: `/video/${id}`, type: 'video.other', images: [card] },
    twitter: { card: 'summary_large_image', title, description, images: [card.url] },
  }
}

export default async function Video({ params }: VideoProps) {
  const { locale, videoId } = await params
  const content = await findOnce(videoId)
  return content ? <VideoPage locale={locale} {...content} /> : <NotFoundPage of="Video" />
}
