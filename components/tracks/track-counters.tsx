'use client'

import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { Track, TrackStatus } from '#lib/contract/tracks/calls.ts'

const counters: Record<string, readonly TrackStatus[] | null> = {
  total: null,
  approved: ['approved'],
  pending: ['pending', 'processing'],
  rejected: ['rejected'],
}

const words = ['total', 'approved', 'pending', 'rejected'] as const

/** Spec 1, section 2: total, approved, pending (what is read counts as pending), rejected. */
export function TrackCounters({ tracks }: { tracks: readonly Track[] }) {
  const t = useTranslations('Musician.counters')
  const formats = useFormats()
  return (
    <dl aria-label={t('label')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {words.map((word) => {
        const statuses = counters[word]
        const count = statuses
          ? tracks.filter(({ status }) => statuses.includes(status)).length
          : tracks.length
        return (
          <div
            key={word}
            className="flex flex-col-reverse rounded-3xl border border-line bg-surface px-5 py-4"
          >
            <dt className="text-sm font-semibold text-soft">{t(word)}</dt>
            <dd className={`figures font-display text-4xl leading-tight font-extrabold ${looks[word]}`}>
              {formats.count(count)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const looks = { total: '', approved: 'text-leaf', pending: '', rejected: 'text-alarm' } as const
