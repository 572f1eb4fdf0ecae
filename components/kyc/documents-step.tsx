'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { kycDocumentTypes } from '#lib/contract/kyc-requirements.ts'
import type { Profile } from '#lib/contract/profiles.ts'
import { DocumentSlot } from './document-slot.tsx'
import type { DocumentUploads } from './use-document-uploads.ts'

type DocumentsStepProps = {
  profile: Profile
  uploads: DocumentUploads
  onBack: () => void
  onDone: () => void
}

/** Step 2: each file goes up as soon as it is picked; going on needs all three. */
export function DocumentsStep({ profile, uploads, onBack, onDone }: DocumentsStepProps) {
  const t = useTranslations('Kyc')
  const [tried, setTried] = useState(false)
  const missing = profile.missing_requirements.documents
  const goOn = () => {
    setTried(true)
    if (!uploads.isBusy && missing.length === 0) onDone()
  }
  const words = missing.map((type) => t(`documents.${type}`)).join(', ')
  const complaint = uploads.isBusy
    ? t('stillSending')
    : missing.length > 0
      ? t('missingDocuments', { documents: words })
      : null
  return (
    <div className="mt-4 grid gap-5">
      <p className="text-soft">{t('documentsIntro')}</p>
      <ul className="grid gap-4">
        {kycDocumentTypes.map((type) => (
          <DocumentSlot
            key={type}
            type={type}
            stored={profile.documents.find(({ document_type }) => document_type === type)}
            state={uploads.states[type]}
            preview={uploads.previews[type]}
            reason={profile.kyc_field_reasons[type]}
            onPick={(file) => uploads.pick(type, file)}
          />
        ))}
      </ul>
      {tried && complaint ? (
        <p
          role="alert"
          className={`rounded-2xl px-4 py-3 font-semibold ${uploads.isBusy ? 'bg-sunken' : 'bg-alarm-wash text-alarm'}`}
        >
          {complaint}
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
