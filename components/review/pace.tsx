'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { fetchDeskStats } from '#lib/client/desk-api.ts'
import { deskAnswers } from './desk-answers.ts'

/** How the desk keeps up, and the way to its keys. Nothing where that is not known. */
export function Pace() {
  const t = useTranslations('Officer')
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: deskAnswers.stats,
    queryFn: ({ signal }) => fetchDeskStats(signal),
    refetchInterval: 60_000,
  })
  const hours = data?.median_hours_to_decide ?? null
  return (
    <p className="figures flex-1 text-sm text-soft sm:text-end">
      {data?.oldest_pending_at ? t('pace.oldest', { time: formats.moment(data.oldest_pending_at) }) : null}{' '}
      {hours === null ? null : t('pace.median', { hours })}{' '}
      <span className="hidden sm:inline">{t('keysHint')}</span>
    </p>
  )
}
