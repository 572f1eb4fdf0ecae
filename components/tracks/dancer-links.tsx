'use client'

import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'

const lists = [
  { word: 'assignments', path: '/profile?tab=assignments' },
  { word: 'dances', path: '/profile?tab=dances' },
] as const

/** The way to what dancers do with the tracks; the lists themselves are tabs of the profile. */
export function DancerLinks() {
  const t = useTranslations('Musician.dancers')
  return (
    <nav aria-label={t('label')} className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      {lists.map(({ word, path }) => (
        <Link
          key={word}
          href={path}
          className="tap flex items-center justify-between gap-3 rounded-2xl border border-line bg-surface px-5 py-3 font-semibold hover:bg-sunken"
        >
          {t(word)} <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
        </Link>
      ))}
    </nav>
  )
}
