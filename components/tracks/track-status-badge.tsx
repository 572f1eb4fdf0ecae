'use client'

import { Archive, Check, Clock, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { TrackStatus } from '#lib/contract/tracks/calls.ts'

const looks = {
  approved: { icon: Check, style: 'bg-leaf-wash text-leaf' },
  pending: { icon: Clock, style: 'bg-sunken text-ink' },
  processing: { icon: LoaderCircle, style: 'bg-sunken text-ink' },
  rejected: { icon: X, style: 'bg-alarm-wash text-alarm' },
  retired: { icon: Archive, style: 'border border-line text-soft' },
} as const

/** Where a track stands: its sign, its word, and a colour. */
export function TrackStatusBadge({ status }: { status: TrackStatus }) {
  const t = useTranslations('Musician.tracks.statuses')
  const { icon: Icon, style } = looks[status]
  return (
    <span
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold ${style}`}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${status === 'processing' ? 'animate-spin' : ''}`}
      />
      {t(status)}
    </span>
  )
}
