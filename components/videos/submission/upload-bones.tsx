'use client'

import { useTranslations } from 'next-intl'

/** The place of the rail and the first card, until it is known which one it is. */
export function UploadBones() {
  const t = useTranslations('Upload')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="mt-8 grid grid-cols-4">
        {['kyc', 'subscribe', 'tracks', 'submit'].map((step) => (
          <div key={step} className="bone mx-auto size-12 rounded-full" />
        ))}
      </div>
      <div aria-hidden="true" className="bone mt-16 h-80 rounded-3xl" />
    </div>
  )
}
