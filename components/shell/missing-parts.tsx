import { useTranslations } from 'next-intl'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyPart, missingParts } from '#lib/client/browser/lazy-parts.ts'

const PageTime = lazyPart(() => import('./page-time.tsx'), true)

/** Reports missing parts and the page's time, with a retry. */
export function MissingParts() {
  const isAny = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  // deferred-work.tsx does this for cached pages.
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
