import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { missingParts } from '#lib/client/browser/late-parts.ts'
import { keptAt } from '#lib/client/offline/kept-at.ts'
import { useAsOf } from './use-as-of.ts'

/** Says that a part of the page did not come, and of when is what there is; one button asks for it again. */
export function MissingParts() {
  const isAny = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  return isAny ? <Note /> : null
}

function Note() {
  const t = useTranslations('Kept')
  const asOf = useAsOf()
  const [isAsking, setIsAsking] = useState(false)
  const retry = async () => {
    setIsAsking(true)
    await missingParts.retry()
    setIsAsking(false)
  }
  return (
    <div role="alert" className="page-note">
      <p className="py-1">
        <strong className="figures font-semibold">{asOf(keptAt.read() ?? performance.timeOrigin)}</strong>{' '}
        <span className="text-soft">{t('partMissing')}</span>
      </p>
      <button
        type="button"
        onClick={() => void retry()}
        aria-busy={isAsking}
        className="tap font-semibold underline underline-offset-4 aria-busy:animate-breathe"
      >
        {t('renew')}
      </button>
    </div>
  )
}
