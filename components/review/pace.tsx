'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { fetchDeskStats } from '#lib/client/review/desk-api.ts'
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
    <ul className="figures flex w-full flex-wrap gap-x-5 text-sm text-soft sm:w-auto sm:flex-1 sm:justify-end">
      {data?.oldest_pending_at ? (
        <li>{t('pace.oldest', { time: formats.moment(data.oldest_pending_at) })}</li>
      ) : null}
      {hours === null ? null : <li>{t('pace.median', { hours })}</li>}
      <li className="hidden sm:block">{t('keysHint')}</li>
    </ul>
  )
}
