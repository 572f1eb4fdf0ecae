'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { saveAsFile } from '#lib/client/browser/save-as-file.ts'
import { readUser } from '#lib/client/session/session.ts'
import { CopyButton } from './copy-button.tsx'

/** The ten codes, this once: to be copied, or kept as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('SecondFactor')
  const heading = useRef<HTMLHeadingElement>(null)
  // It takes the place of the form that was sent: whoever listens hears where they are.
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
