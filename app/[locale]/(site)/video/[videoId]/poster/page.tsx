import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NotFoundPage } from '#components/videos/pages/not-found-page.tsx'
import { PosterPage } from '#components/videos/pages/poster-page.tsx'
import { findPosterContent } from '#lib/web/pages/page-content.ts'

export const revalidate = 60

/** Rendered on first request. */
export function generateStaticParams() {
  return []
}

type PosterProps = { params: Promise<{ locale: string; videoId: string }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Poster')
  return { title: t('title'), robots: { index: false } }
}

export default async function Poster({ params }: PosterProps) {
  const { videoId } = await params
  const content = await findPosterContent(videoId)
  return content ? <PosterPage {...content} /> : <NotFoundPage of="Video" />
}
