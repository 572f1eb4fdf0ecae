'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { wayBack } from '#lib/client/accounts/way-back.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { useEnrolment } from './use-enrolment.ts'

/** The set-up of staff's second factor, step by step. */
export function SecondFactorScreen() {
  const t = useTranslations('SecondFactor')
  const { view, begin, form } = useEnrolment()
  if (view.kind === 'loading')
    return (
      <p role="status" className="mt-8 rounded-3xl bg-sunken px-6 py-24 text-center">
        {t('loading')}
      </p>
    )
  if (view.kind === 'failed')
    return (
      <div className="mt-8">
        <LoadFailed words={t('failed')} onRetry={() => void begin()} />
      </div>
    )
  if (view.kind === 'scan') return <ScanStep begun={view} form={form} />
  if (view.kind === 'done') return <RecoveryCodes codes={view.codes} onDone={goOn} />
  return (
    <section className="mt-8 grid gap-4">
      <h2 className="text-2xl">{t('alreadyTitle')}</h2>
      <p>{t('already')}</p>
      <Button tone="loud" size="large" wide onClick={goOn}>
        {t('goOnPlain')}
      </Button>
    </section>
  )
}

/** A whole page load: pages behind a login read the cookie that was just renewed. */
function goOn(): void {
  window.location.assign(wayBack(window.location.search))
}
