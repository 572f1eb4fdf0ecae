'use client'

import { useTranslations } from 'next-intl'

/** The place of what is on its way. */
export function ProfileLoading() {
  const t = useTranslations('Profile')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8">
        <div className="grid gap-6">
          <div className="flex items-start gap-4">
            <div className="bone size-24 shrink-0 rounded-full" />
            <div className="grid flex-1 gap-2 pt-2">
              <div className="bone h-8 max-w-60" />
              <div className="bone h-5 max-w-40" />
            </div>
          </div>
          <div className="bone h-16" />
          <div className="grid grid-cols-2 gap-3">
            <div className="bone h-24" />
            <div className="bone h-24" />
          </div>
        </div>
        <div className="grid gap-4">
          <div className="bone h-44 rounded-3xl" />
          <div className="bone h-44 rounded-3xl" />
        </div>
      </div>
    </div>
  )
}
