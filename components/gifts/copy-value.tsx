'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { copyText } from '#lib/client/share.ts'

/** A value that is typed somewhere else: large, and copied with one tap. */
export function CopyValue({ label, value, shown }: { label: string; value: string; shown?: string }) {
  const t = useTranslations('Gift')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <div className="flex items-center justify-between gap-3 rounded-2xl border border-edge bg-surface py-2 ps-4 pe-2">
      <div className="min-w-0">
        <dt className="text-sm text-soft">{label}</dt>
        <dd className="figures truncate text-xl font-bold tracking-wide">{shown ?? value}</dd>
      </div>
      <dd>
        <button
          type="button"
          onClick={() =>
            copyText(value).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
          aria-label={t('copy', { label })}
          className="tap inline-flex items-center gap-2 rounded-full bg-sunken px-4 font-semibold"
        >
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          <span aria-live="polite">{copied ? t('copied') : t('copyWord')}</span>
        </button>
      </dd>
    </div>
  )
}
