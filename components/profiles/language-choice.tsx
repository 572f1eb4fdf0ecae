import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { pickLanguage } from '#lib/client/session/pick-language.ts'
import { type Locale, locales, ownNames } from '#messages/locales.ts'

/** Language of this device's pages and of the user's mails. */
export function LanguageChoice() {
  const t = useTranslations('Profile.account')
  const current = useLocale()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const isPending = state === 'pending'

  async function pick(locale: Locale) {
    if (isPending) return
    setState('pending')
    if (!(await pickLanguage(locale, current))) setState('failed')
  }

  return (
    <div className="rounded-3xl border border-line bg-surface p-5">
      <h3 className="text-xl">{t('languageTitle')}</h3>
      <p className="mt-1 text-soft">{t('languageDetail')}</p>
      <fieldset className="mt-4 flex flex-wrap gap-3" aria-busy={isPending}>
        <legend className="sr-only">{t('languageTitle')}</legend>
        {locales.map((locale) => (
          <Button
            key={locale}
            lang={locale}
            aria-pressed={locale === current}
            onClick={() => void pick(locale)}
          >
            {locale === current ? <Check aria-hidden="true" className="size-5" /> : null}
            <span>{ownNames[locale]}</span>
          </Button>
        ))}
      </fieldset>
      {state === 'failed' ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t('languageFailed')}
        </p>
      ) : null}
    </div>
  )
}
