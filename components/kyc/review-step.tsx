import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { type KycRole, type KycStep, kycFieldsOf } from '#lib/client/kyc/kyc-form.ts'
import type { KycField } from '#lib/contract/kyc/calls.ts'
import { kycDocumentTypes } from '#lib/contract/kyc/requirements.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { StoredDocument } from './stored-document.tsx'
import type { DocumentUploads } from './use-document-uploads.ts'
import { useSubmitKyc } from './use-submit-kyc.ts'

type ReviewStepProps = {
  profile: Profile
  role: KycRole
  uploads: DocumentUploads
  onChange: (step: KycStep) => void
}

/** Step 3: shows the form as the server has stored it, then submits. */
export function ReviewStep({ profile, role, uploads, onChange }: ReviewStepProps) {
  const t = useTranslations('Kyc')
  const { busy, problem, submit } = useSubmitKyc()
  const formats = useFormats()
  const value = (field: KycField) => {
    if (field === 'country') return t(`countries.${profile.country}`)
    if (!profile[field]) return t('notGiven')
    return field === 'date_of_birth' ? formats.day(profile.date_of_birth) : profile[field]
  }
  const documents = kycDocumentTypes.flatMap((type) =>
    profile.documents.filter(({ document_type }) => document_type === type),
  )
  return (
    <div className="mt-4 grid grid-cols-1 gap-5">
      <p className="text-soft">{t('reviewIntro')}</p>
      <ReviewPart title={t('steps.personal')} onChange={() => onChange('personal')}>
        {kycFieldsOf(role).map((field) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
            <dt className="text-sm text-soft sm:text-base">{t(`fields.${field}`)}</dt>
            <dd className={cn('min-w-0 wrap-anywhere', profile[field] ? 'font-semibold' : 'text-soft')}>
              {value(field)}
            </dd>
          </div>
        ))}
      </ReviewPart>
      <ReviewPart title={t('steps.documents')} onChange={() => onChange('documents')}>
        {documents.map((document) => (
          <div key={document.document_type} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
            <dt className="text-sm text-soft sm:text-base">{t(`documents.${document.document_type}`)}</dt>
            <dd className="flex min-w-0 items-center gap-2 font-semibold">
              <StoredDocument document={document} preview={uploads.previews[document.document_type]} />
            </dd>
          </div>
        ))}
      </ReviewPart>
      <p className="text-sm text-soft">{t('consent')}</p>
      {problem ? (
        <div role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
          <p className="font-semibold">{problem.title}</p>
          <p className="mt-1">{problem.detail}</p>
        </div>
      ) : null}
      {uploads.failed.length > 0 ? (
        <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          {t('failedDocuments', {
            documents: uploads.failed.map((type) => t(`documents.${type}`)).join(', '),
          })}
        </p>
      ) : null}
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button size="large" onClick={() => onChange('documents')}>
          {t('back')}
        </Button>
        <Button
          tone="loud"
          size="large"
          aria-busy={busy}
          disabled={uploads.isBusy || uploads.failed.length > 0}
          onClick={submit}
        >
          {busy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
          <span>{busy ? t('submitting') : t('submit')}</span>
        </Button>
      </div>
    </div>
  )
}

type ReviewPartProps = { title: string; onChange: () => void; children: ReactNode }

function ReviewPart({ title, onChange, children }: ReviewPartProps) {
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
