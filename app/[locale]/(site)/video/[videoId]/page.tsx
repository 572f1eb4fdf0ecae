import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { VideoPage } from '#components/video/video-page.tsx'
import { NotFoundError } from '#lib/core/errors.ts'
import { readVideoContent } from '#lib/web/page-content.ts'

export const revalidate = 5

/** Rendered when first asked for, then kept and revalidated. */
export function generateStaticParams() {
  return []
}

type VideoProps = { params: Promise<{ locale: string; videoId: string }> }

const readOrMissing = cache(async (id: string) => {
  try {
    return await readVideoContent(id)
  } catch (error) {
    if (error instanceof NotFoundError) notFound()
    throw error
  }
})

export async function generateMetadata({ params }: VideoProps): Promise<Metadata> {
  const { videoId } = await params
  const t = await getTranslations('Video')
  const { video } = await readOrMissing(videoId)
  const names = { dancer: video.dancer.display_name, track: video.track.title, artist: video.track.artist }
  const title = t('shareTitle', { title: video.title, dancer: names.dancer })
  const description = t('shareDescription', names)
  const card = { url: `/share/${video.id}/card.png`, width: 1200, height: 630, alt: title }
  return {
    title,
    description,
    alternates: { canonical: `/video/${video.id}` },
    openGraph: { title, description, url: `/video/${video.id}`, type: 'video.other', images: [card] },
    twitter: { card: 'summary_large_image', title, description, images: [card.url] },
  }
}

export default async function Video({ params }: VideoProps) {
  const { locale, videoId } = await params
  return <VideoPage locale={locale} {...(await readOrMissing(videoId))} />
}
