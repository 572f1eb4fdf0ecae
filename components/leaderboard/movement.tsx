'use client'

import { useTranslations } from 'next-intl'
import type { MovedRow } from '#lib/client/leaderboard/leaderboard-moves.ts'

/** Places gained or lost at the last change of the order. */
export function Movement({ moved }: { moved: MovedRow['moved'] }) {
  const t = useTranslations('Leaderboard')
  if (moved === 'new') return <span className="block font-sans text-xs font-bold text-leaf">{t('new')}</span>
  if (moved === 0) return <span className="sr-only">{t('unmoved')}</span>
  const up = moved > 0
  const places = Math.abs(moved)
  return (
    <span
      className={`figures block font-sans text-xs font-bold whitespace-nowrap ${up ? 'text-leaf' : 'text-alarm'}`}
    >
      <span aria-hidden="true">
        {up ? '▲' : '▼'}
        {places}
      </span>
      <span className="sr-only">{up ? t('up', { places }) : t('down', { places })}</span>
    </span>
  )
}
