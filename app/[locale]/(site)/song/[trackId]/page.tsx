import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { NotFoundPage } from '#components/videos/pages/not-found-page.tsx'
import { SongPage } from '#components/videos/pages/song-page.tsx'
import { findSongContent } from '#lib/web/pages/page-content.ts'

export const revalidate = 5

/** Rendered on first request. */
export function generateStaticParams() {
  return []
}

type SongProps = { params: Promise<{ locale: string; trackId: string }> }

const findOnce = cache(findSongContent)

export async function generateMetadata({ params }: SongProps): Promise<Metadata> {
  const { trackId } = await params
  const t = await getTranslations('Song')
  const song = await findOnce(trackId)
  if (!song) return { title: t('notFound'), robots: { index: false } }
  const names = { title: song.title, artist: song.artist }
  return {
    title: t('title', names),
    description: t('intro', names),
    alternates: await alternatesOf(`/song/${song.id}`),
  }
}

export default async function Song({ params }: SongProps) {
  const { locale, trackId } = await params
  const song = await findOnce(trackId)
  return song ? <SongPage locale={locale} song={song} /> : <NotFoundPage of="Song" />
}
