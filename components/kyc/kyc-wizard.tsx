'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useAddressParam, visitParam } from '#components/ui/use-address-param.ts'
import { type KycRole, type KycStep, kycStepOf, kycSteps } from '#lib/client/kyc/kyc-form.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { DocumentsStep } from './documents-step.tsx'
import { KycRejection } from './kyc-rejection.tsx'
import { KycSteps } from './kyc-steps.tsx'
import { PersonalStep } from './personal-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { useDocumentUploads } from './use-document-uploads.ts'
import { useKycDraft } from './use-kyc-draft.ts'

const RESUME = 'resume'

/** Three steps; which one is in the address. It opens where the person left off. */
export function KycWizard({ profile, role }: { profile: Profile; role: KycRole }) {
  const t = useTranslations('Kyc')
  const draft = useKycDraft(profile, role)
  const uploads = useDocumentUploads()
  const progress = {
    fields: profile.missing_requirements.fields,
    documents: profile.missing_requirements.documents,
    reasons: Object.keys(profile.kyc_field_reasons),
  }
  const [resume] = useState(() => kycStepOf(null, progress))
  const wanted = useAddressParam('step', [...kycSteps, RESUME], RESUME)
  const step = kycStepOf(wanted === RESUME ? resume : wanted, progress)
  const heading = useStepHeading(step)
  const go = (to: KycStep) => visitParam('step', to)
  const at = kycSteps.indexOf(step) + 1

  return (
    <div className="mt-6">
      <KycRejection profile={profile} />
      <KycSteps step={step} progress={progress} />
      <h2 ref={heading} tabIndex={-1} className="mt-7 text-2xl outline-none">
        <span className="block font-sans text-sm font-semibold tracking-normal text-soft">
          {t('stepOf', { at, count: kycSteps.length })}
        </span>
        {t(`steps.${step}`)}
      </h2>
      {step === 'personal' ? (
        <PersonalStep
          draft={draft}
          role={role}
          reasons={profile.kyc_field_reasons}
          onDone={() => go('documents')}
        />
      ) : null}
      {step === 'documents' ? (
        <DocumentsStep
          profile={profile}
          uploads={uploads}
          onBack={() => go('personal')}
          onDone={() => go('review')}
        />
      ) : null}
      {step === 'review' ? (
        <ReviewStep profile={profile} role={role} uploads={uploads} onChange={go} />
      ) : null}
    </div>
  )
}

/** The heading of a new step takes the focus and comes into view; the first step leaves the page alone. */
function useStepHeading(step: KycStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
