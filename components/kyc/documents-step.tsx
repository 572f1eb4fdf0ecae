import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'
import { kycDocumentTypes } from '#lib/contract/kyc/requirements.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { DocumentSlot } from './document-slot.tsx'
import type { DocumentUploads } from './use-document-uploads.ts'

type DocumentsStepProps = {
  profile: Profile
  uploads: DocumentUploads
  onBack: () => void
  onDone: () => void
}

/**
 * Step 2: uploads each file when chosen. Continuing needs all three documents and no failed or running
 * upload.
 */
export function DocumentsStep({ profile, uploads, onBack, onDone }: DocumentsStepProps) {
  const t = useTranslations('Kyc')
  // Stays when an upload ends, so that nothing moves; the next choice clears it, a failure only `waiting`.
  const [stopped, setStopped] = useState<'waiting' | 'missing' | 'failed' | null>(null)
  const missing = profile.missing_requirements.documents
  const hasFailed = uploads.failed.length > 0
  const isBusy = uploads.isBusy || profile.documents.some(isConverted)
  const isComplete = missing.length === 0 && !hasFailed && !isBusy
  const goOn = () => {
    if (isComplete) onDone()
    else if (missing.length > 0 && !isBusy) setStopped('missing')
    else setStopped(hasFailed ? 'failed' : 'waiting')
  }
  useEffect(() => {
    if (stopped !== 'waiting') return
    if (hasFailed) setStopped(null)
    else if (isComplete) onDone()
  }, [stopped, hasFailed, isComplete, onDone])
  const wordsOf = (types: readonly KycDocumentType[]) =>
    types.map((type) => t(`documents.${type}`)).join(', ')
  const words = {
    waiting: t('stillSending'),
    missing: t('missingDocuments', { documents: wordsOf(missing) }),
    failed: t('failedDocuments', { documents: wordsOf(uploads.failed) }),
  }
  return (
    <div className="mt-4 grid grid-cols-1 gap-5">
      <p className="text-soft">{t('documentsIntro')}</p>
      <ul className="grid grid-cols-1 gap-4">
        {kycDocumentTypes.map((type) => {
          const stored = profile.documents.find(({ document_type }) => document_type === type)
          return (
            <DocumentSlot
              key={type}
              type={type}
              stored={stored}
              state={uploads.states[type]}
              preview={uploads.previews[type]}
              reason={profile.kyc_field_reasons[type]}
              isReplaced={stored !== undefined && isAfterReview(profile, stored)}
              onPick={(file) => {
                setStopped(null)
                uploads.pick(type, file)
              }}
              onKeep={() => {
                setStopped(null)
                uploads.keepStored(type)
              }}
            />
          )
        })}
      </ul>
      {stopped ? (
        <p
          role="alert"
          className={cn(
            'rounded-2xl px-4 py-3 font-semibold',
            stopped === 'waiting' ? 'bg-sunken' : 'bg-alarm-wash text-alarm',
          )}
        >
          {words[stopped]}
        </p>
      ) : null}
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button size="large" onClick={onBack}>
          {t('back')}
        </Button>
        <Button tone="loud" size="large" onClick={goOn}>
          {t('toReview')}
        </Button>
      </div>
    </div>
  )
}

function isAfterReview(
  { kyc_reviewed_at }: Pick<Profile, 'kyc_reviewed_at'>,
  { uploaded_at }: Profile['documents'][number],
): boolean {
  return kyc_reviewed_at !== null && Date.parse(uploaded_at) > Date.parse(kyc_reviewed_at)
}
