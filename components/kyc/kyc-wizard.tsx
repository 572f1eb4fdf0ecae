import { Check, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useAddressParam, visitParam } from '#components/ui/use-address-param.ts'
import {
  type KycProgress,
  type KycRole,
  type KycStep,
  kycStepOf,
  kycSteps,
} from '#lib/client/kyc/kyc-form.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { DocumentsStep } from './documents-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { useDocumentUploads } from './use-document-uploads.ts'
import { useKycDraft } from './use-kyc-draft.ts'

const RESUME = 'resume'

/**
 * The address stores the step. Opens the first step that is incomplete or has an officer's reason, else the
 * last.
 */
export function KycWizard({ profile, role }: { profile: Profile; role: KycRole }) {
  const t = useTranslations('Kyc')
  const draft = useKycDraft(profile, role)
  const uploads = useDocumentUploads(profile.documents.map(({ document_type }) => document_type))
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

/** The reason of the last rejection, until a new submission. */
function KycRejection({ profile }: { profile: Profile }) {
  const t = useTranslations('Kyc')
  const reason = profile.kyc_rejection_reason.trim()
  const isRejected = profile.kyc_status === 'rejected' || reason !== ''
  if (!isRejected) return null
  return (
    <section className="mb-6 flex gap-4 rounded-3xl bg-alarm-wash px-5 py-5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-alarm" />
      <div className="min-w-0">
        <h2 className="text-xl text-alarm">{t('rejectedTitle')}</h2>
        <p className="mt-2 text-lg font-semibold wrap-anywhere">{reason || t('rejectedNoReason')}</p>
        {Object.keys(profile.kyc_field_reasons).length > 0 ? (
          <p className="mt-1 text-soft">{t('rejectedDetail')}</p>
        ) : null}
      </div>
    </section>
  )
}

function KycSteps({ step, progress }: { step: KycStep; progress: KycProgress }) {
  const t = useTranslations('Kyc')
  const current = kycSteps.indexOf(step)
  return (
    <nav aria-label={t('steps.label')}>
      <ol className="grid grid-cols-3 gap-2">
        {kycSteps.map((name, index) => {
          const isOpen = kycStepOf(name, progress) === name
          const isDone = index < current
          const look = index <= current ? 'border-marigold' : 'border-line'
          const words = (
            <>
              {isDone ? <Check aria-hidden="true" className="size-4 shrink-0 text-leaf" /> : null}
              <span className={index === current ? 'text-ink' : 'text-soft'}>{t(`steps.${name}`)}</span>
              {isDone ? <span className="sr-only">({t('stepDone')})</span> : null}
            </>
          )
          const style = `flex min-h-11 items-center gap-1.5 border-t-4 pt-1 text-sm leading-tight font-semibold ${look}`
          return (
            <li key={name}>
              {isOpen && index !== current ? (
                <a href={`?step=${name}`} onClick={(event) => follow(event, name)} className={style}>
                  {words}
                </a>
              ) : (
                <span aria-current={index === current ? 'step' : undefined} className={style}>
                  {words}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function follow(event: MouseEvent, step: KycStep): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  visitParam('step', step)
}
