import { Camera, FileUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'

type DocumentPickerProps = { type: KycDocumentType; isReplacing: boolean; onPick: (file: File) => void }

/** The camera button is for touch screens only. */
export function DocumentPicker({ type, isReplacing, onPick }: DocumentPickerProps) {
  const t = useTranslations('Kyc')
  const document = t(`documents.${type}`)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <FileButton
        accept="image/*"
        capture={type === 'passport_photo' ? 'user' : 'environment'}
        className="hidden pointer-coarse:block"
        action={isReplacing ? t('replacePhoto') : t('takePhoto')}
        about={document}
        onPick={onPick}
      >
        <Camera aria-hidden="true" className="size-5" />
      </FileButton>
      <FileButton
        accept="image/*,.heic,.heif,application/pdf"
        action={isReplacing ? t('replaceFile') : t('chooseFile')}
        about={document}
        onPick={onPick}
      >
        <FileUp aria-hidden="true" className="size-5" />
      </FileButton>
    </div>
  )
}

type FileButtonProps = {
  accept: string
  capture?: 'user' | 'environment'
  className?: string
  action: string
  about: string
  onPick: (file: File) => void
  children: ReactNode
}

function FileButton({ accept, capture, className = '', action, about, onPick, children }: FileButtonProps) {
  const t = useTranslations('Kyc')
  const id = useId()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Lets the user choose the same file again after a failure.
    event.target.value = ''
    if (file) onPick(file)
  }
  return (
    <div className={className}>
      <input
        id={id}
        type="file"
        accept={accept}
        capture={capture}
        onChange={take}
        aria-label={t('actionFor', { action, document: about })}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className="tap inline-flex cursor-pointer items-center gap-2 rounded-full border border-edge bg-surface px-5 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-drum hover:bg-sunken"
      >
        {children}
        <span>{action}</span>
      </label>
    </div>
  )
}
