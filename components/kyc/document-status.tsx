'use client'

import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { DocumentUpload } from './use-document-uploads.ts'

type DocumentStatusProps = {
  state: DocumentUpload | undefined
  label: string
  onRetry: (file: File) => void
}

/** How far an upload is, or why it is not: with what can be done about it. */
export function DocumentStatus({ state, label, onRetry }: DocumentStatusProps) {
  const t = useTranslations('Kyc')
  const formats = useFormats()
  if (!state) return null
  switch (state.kind) {
    case 'refused':
      return (
        <div role="alert" className="mt-3 text-alarm">
          <p className="font-semibold">{t(`fileProblems.${state.problem}.title`)}</p>
          <p className="text-sm">{t(`fileProblems.${state.problem}.detail`)}</p>
        </div>
      )
    case 'failed':
      return (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-alarm">
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{t('uploadFailedTitle', { name: state.name })}</p>
            <p className="text-sm">{state.error}</p>
          </div>
          <Button onClick={() => onRetry(state.file)} className="text-ink">
            <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
          </Button>
        </div>
      )
    case 'preparing':
      return <p className="mt-3 text-sm text-soft">{t('preparing')}</p>
    case 'sending': {
      const percent = Math.round(state.share * 100)
      const isSent = state.share >= 1
      return (
        <div className="mt-3">
          <p className="figures flex justify-between gap-3 text-sm">
            <span className="truncate">{isSent ? t('checking') : t('sending', { name: state.name })}</span>
            <span className="shrink-0 text-soft">{formats.fileSize(state.size)}</span>
          </p>
          <progress
            aria-label={label}
            value={percent}
            max={100}
            className="bar mt-1.5 block h-2 w-full overflow-hidden rounded-full"
          >
            {percent}%
          </progress>
        </div>
      )
    }
  }
}
