'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type ReviewPartProps = { title: string; onChange: () => void; children: ReactNode }

/** What one step gathered, and the way back to it. */
export function ReviewPart({ title, onChange, children }: ReviewPartProps) {
  const t = useTranslations('Kyc')
  return (
    <section className="rounded-3xl border border-line bg-surface p-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg">{title}</h3>
        <button
          type="button"
          onClick={onChange}
          aria-label={t('changeWhat', { what: title })}
          className="tap -me-3 rounded-full px-3 font-semibold underline underline-offset-4"
        >
          {t('change')}
        </button>
      </div>
      <dl className="mt-2 grid gap-3">{children}</dl>
    </section>
  )
}
