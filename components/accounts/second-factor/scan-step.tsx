import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import type { BegunSecondFactor } from '#lib/contract/accounts/second-factor.ts'
import { CopyButton } from './copy-button.tsx'
import type { useEnrolment } from './use-enrolment.ts'

type ScanStepProps = { begun: BegunSecondFactor; form: ReturnType<typeof useEnrolment>['form'] }

export function ScanStep({ begun, form }: ScanStepProps) {
  const t = useTranslations('SecondFactor')
  const { isBusy, whole, formProps, field } = form
  return (
    <>
      <section className="mt-6 grid gap-4">
        <p>{t('scan')}</p>
        <QrCode text={begun.uri} label={t('qr')} />
        <a href={begun.uri} className={buttonStyle({ className: 'md:hidden' })}>
          {t('openApp')}
        </a>
        <div className="rounded-2xl border border-edge bg-surface px-4 py-3">
          <p className="text-sm text-soft">{t('secret')}</p>
          <p className="mt-1 font-mono text-lg tracking-wide wrap-anywhere">
            {begun.secret.replace(/(.{4})(?!$)/g, '$1 ')}
          </p>
          <div className="mt-2 -ms-1">
            <CopyButton text={begun.secret} words={{ copy: t('copySecret'), copied: t('copied') }} />
          </div>
        </div>
      </section>
      <form {...formProps} className="mt-6 grid gap-5">
        <ErrorNote>{whole}</ErrorNote>
        <Field
          label={t('code')}
          hint={t('codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          {...field('code')}
        />
        <SubmitButton busy={isBusy}>{isBusy ? t('confirming') : t('confirm')}</SubmitButton>
      </form>
    </>
  )
}
