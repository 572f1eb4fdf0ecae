'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { wayBack } from '#lib/client/accounts/way-back.ts'
import { saveAsFile } from '#lib/client/browser/save-as-file.ts'
import { readUser } from '#lib/client/session/session.ts'
import { CopyButton } from './copy-button.tsx'
import { ScanStep } from './scan-step.tsx'
import { useEnrolment } from './use-enrolment.ts'

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

/** Loads the whole page, so that the server sees the new cookie. */
function goOn(): void {
  window.location.assign(wayBack(window.location.search))
}

/** Shows the recovery codes this one time. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('SecondFactor')
  const heading = useRef<HTMLHeadingElement>(null)
  // The codes replace the form, so screen readers need the focus here.
  useEffect(() => heading.current?.focus(), [])
  const download = () => {
    const head = t('fileHead', { email: readUser()?.email ?? '' })
    saveAsFile(t('fileName'), `${[head, '', ...codes].join('\n')}\n`, 'text/plain')
  }
  return (
    <section className="mt-6 grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {t('doneTitle')}
      </h2>
      <p>{t('doneIntro')}</p>
      <ol
        aria-label={t('codes')}
        className="grid gap-x-6 gap-y-2 rounded-2xl border border-edge bg-surface px-4 py-4 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="tracking-wide">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} words={{ copy: t('copyCodes'), copied: t('copied') }} />
        <Button onClick={download}>
          <Download aria-hidden="true" className="size-4" /> {t('download')}
        </Button>
      </div>
      <Button tone="loud" size="large" wide onClick={onDone}>
        {t('goOn')}
      </Button>
    </section>
  )
}
