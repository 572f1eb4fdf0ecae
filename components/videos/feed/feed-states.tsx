'use client'

import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'

/** Two cards' worth of place while a page loads. */
export function FeedSkeleton() {
  const t = useTranslations('Feed')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="card-grid">
        <div className="stage bone [grid-area:stage]" />
        <div className="rail [grid-area:rail]">
          <div className="bone h-12 w-full" />
          <div className="bone h-16 w-full" />
          <div className="bone h-12 w-full" />
        </div>
        <div className="[grid-area:meta]">
          <div className="bone h-9 w-40" />
          <div className="bone mt-3 h-6 w-full max-w-64" />
        </div>
      </div>
    </div>
  )
}

/** What was loaded stays above; Retry goes on from there. */
export function FeedFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Feed')
  return (
    <div role="alert" className="rounded-3xl bg-alarm-wash px-6 py-8 text-center">
      <p className="font-semibold text-alarm">{t('failed')}</p>
      <Button onClick={onRetry} className="mt-4">
        <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
      </Button>
    </div>
  )
}

export function FeedEmpty() {
  const t = useTranslations('Feed')
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="px-6 py-14">
        <p className="text-5xl" aria-hidden="true">
          🥁
        </p>
        <h2 className="mt-4 text-2xl">{t('emptyTitle')}</h2>
        <p className="mx-auto mt-2 max-w-sm text-soft">{t('emptyDetail')}</p>
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}

export function FeedEnd({ hasMore }: { hasMore: boolean }) {
  const t = useTranslations('Feed')
  return <p className="py-8 text-center text-sm text-soft">{hasMore ? t('scrollForMore') : t('end')}</p>
}
