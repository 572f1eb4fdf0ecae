'use client'

import { useTranslations } from 'next-intl'

/** The place of counters and tabs until they are known. */
export function DashboardBones() {
  const t = useTranslations('Musician')
  return (
    <div role="status" className="mt-8 grid gap-8">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['total', 'approved', 'pending', 'rejected'].map((counter) => (
          <div key={counter} className="bone h-26 rounded-3xl" />
        ))}
      </div>
      <div aria-hidden="true" className="bone h-13 max-w-md rounded-full" />
      <div aria-hidden="true" className="bone h-80 rounded-3xl" />
    </div>
  )
}
