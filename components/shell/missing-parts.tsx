import { useTranslations } from 'next-intl'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyPart, missingParts } from '#lib/client/browser/lazy-parts.ts'

const PageTime = lazyPart(() => import('./page-time.tsx'), true)

/** If code failed to load, shows a report with the page's time and a retry button. */
export function MissingParts() {
  const isAny = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  // On cached pages deferred-work.tsx shows a note in this place.
  return isAny && !document.querySelector('meta[name=x-cached-at]') ? <Note /> : null
}

function Note() {
  const t = useTranslations('Kept')
  const [isAsking, setIsAsking] = useState(false)
  const retry = async () => {
    setIsAsking(true)
    await missingParts.retry()
    setIsAsking(false)
  }
  return (
    <div role="alert" className="page-note">
      <p className="py-1">
        <Suspense>
          <PageTime />
        </Suspense>
        <span className="text-soft">{t('partMissing')}</span>
      </p>
      <button
        type="button"
        onClick={() => void retry()}
        aria-busy={isAsking}
        className="tap font-semibold underline underline-offset-4"
      >
        {t('renew')}
      </button>
    </div>
  )
}
