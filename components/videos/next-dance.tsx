import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Poster } from '#components/videos/player/poster.tsx'

/** The way on from a video's page. */
export async function NextDance({ id, title, dancer }: { id: string; title: string; dancer: string }) {
  const t = await getTranslations('Video')
  return (
    <Link
      href={`/video/${id}`}
      className="group flex items-center gap-4 rounded-3xl border border-line bg-surface p-4 hover:bg-sunken md:col-span-2"
    >
      <span className="relative h-24 w-20 shrink-0 overflow-hidden rounded-xl">
        <Poster id={id} title="" thumbnail={null} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold text-soft">{t('next')}</span>
        <span className="block font-display text-xl font-bold">{title}</span>
        <span className="block text-soft">{t('byDancer', { dancer })}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-6 shrink-0 transition-transform group-hover:translate-x-1"
      />
    </Link>
  )
}
