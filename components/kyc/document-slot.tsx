import { Check, FileText, IdCard, RotateCw, ScanFace } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { DocumentPicker } from './document-picker.tsx'
import type { DocumentUpload } from './use-document-uploads.ts'

type DocumentSlotProps = {
  type: KycDocumentType
  stored: Profile['documents'][number] | undefined
  state: DocumentUpload | undefined
  /** Address of the picture, if the file was chosen on this visit. */
  preview: string | undefined
  reason: string | undefined
  /** `reason` refers to an earlier document, which was replaced. */
  isReplaced: boolean
  onPick: (file: File) => void
  /** Drops the failed file and keeps the stored one. */
  onKeep: () => void
}

export function DocumentSlot(props: DocumentSlotProps) {
  const { type, stored, state, preview, reason, isReplaced, onPick, onKeep } = props
  const t = useTranslations('Kyc')
  const fileSize = useFileSize()
  const heading = useRef<HTMLHeadingElement>(null)
  const isBusy = state?.kind === 'preparing' || state?.kind === 'sending'
  const Icon = stored && !preview ? FileText : type === 'passport_photo' ? ScanFace : IdCard
  return (
    <li className="rounded-3xl border border-line bg-surface p-4">
      <div className="flex items-start gap-4">
        <div className="grid h-18 w-24 shrink-0 place-items-center overflow-hidden rounded-2xl bg-sunken text-soft">
          {preview ? (
            // biome-ignore lint/performance/noImgElement: a picture in this device's memory
            <img src={preview} alt="" className="size-full object-cover" />
          ) : (
            <Icon aria-hidden="true" className="size-8" />
          )}
        </div>
        <div className="min-w-0 flex-1">
          <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
            {t(`documents.${type}`)}
          </h3>
          <p className="text-sm text-soft">{t(`documentHints.${type}`)}</p>
          <div role="status">
            {stored && isConverted(stored) && !isBusy ? (
              <p className="mt-1 text-sm text-soft">{t('converting')}</p>
            ) : null}
            {stored && !stored.problem && !isConverted(stored) && !isBusy ? (
              <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm font-semibold text-leaf">
                <Check aria-hidden="true" className="size-4 shrink-0" /> <span>{t('uploaded')}</span>
                <span className="figures max-w-full truncate font-normal text-soft">
                  {stored.file_name} · {fileSize(stored.file_size)}
                </span>
              </p>
            ) : null}
          </div>
        </div>
      </div>
      {reason ? (
        <p
          className={cn(
            'mt-3 rounded-2xl px-3 py-2 text-sm',
            isReplaced ? 'bg-sunken text-soft' : 'bg-alarm-wash font-semibold text-alarm',
          )}
        >
          {t(isReplaced ? 'officerSaidOfEarlier' : 'officerSays', { reason })}
        </p>
      ) : null}
      <DocumentStatus
        state={state ?? (stored?.problem ? { kind: 'refused', problem: stored.problem } : undefined)}
        label={t(`documents.${type}`)}
        stored={stored?.problem ? undefined : stored?.file_name}
        onRetry={(file) => {
          onPick(file)
          // Retry removes the focused button, so the heading takes the focus.
          heading.current?.focus()
        }}
        onKeep={() => {
          onKeep()
          heading.current?.focus()
        }}
      />
      <DocumentPicker type={type} isReplacing={stored !== undefined || isBusy} onPick={onPick} />
    </li>
  )
}

type DocumentStatusProps = {
  state: DocumentUpload | undefined
  label: string
  /** Name of the stored document; undefined if there is none. */
  stored: string | undefined
  onRetry: (file: File) => void
  onKeep: () => void
}

function DocumentStatus({ state, label, stored, onRetry, onKeep }: DocumentStatusProps) {
  const t = useTranslations('Kyc')
  const fileSize = useFileSize()
  if (!state) return null
  switch (state.kind) {
    case 'refused':
      return (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-alarm">
          <div className="min-w-48 flex-1">
            <p className="font-semibold">{t(`fileProblems.${state.problem}.title`)}</p>
            <p className="text-sm">{t(`fileProblems.${state.problem}.detail`)}</p>
          </div>
          <KeepButton stored={stored} onKeep={onKeep} />
        </div>
      )
    case 'failed':
      return (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-alarm">
          <div className="min-w-48 flex-1">
            <p className="font-semibold wrap-anywhere">{t('uploadFailedTitle', { name: state.name })}</p>
            <p className="text-sm">{state.error}</p>
          </div>
          <Button onClick={() => onRetry(state.file)} className="text-ink">
            <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
          </Button>
          <KeepButton stored={stored} onKeep={onKeep} />
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
            <span className="truncate" title={state.name}>
              {isSent ? t('checking') : t('sending', { name: state.name })}
            </span>
            <span className="shrink-0 text-soft">{fileSize(state.size)}</span>
          </p>
          <progress
            aria-label={label}
            value={percent}
            max={100}
            className="bar mt-1.5 block h-2 w-full overflow-hidden rounded-full"
          >
            {percent}%
          </progress>
          {state.isWaiting ? (
            <p role="status" className="mt-1.5 text-sm">
              {t('waitingForLine')}
            </p>
          ) : null}
        </div>
      )
    }
  }
}

/** Drops a failed file; shown only if a stored document remains. */
function KeepButton({ stored, onKeep }: Pick<DocumentStatusProps, 'stored' | 'onKeep'>) {
  const t = useTranslations('Kyc')
  if (stored === undefined) return null
  return (
    <Button onClick={onKeep} className="max-w-full text-ink">
      <span className="truncate">{t('keepStored', { name: stored })}</span>
    </Button>
  )
}
