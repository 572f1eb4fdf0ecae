import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLanguage } from '#components/shell/use-language.ts'
import { Button } from '#components/ui/button.tsx'
import { locales, ownNames } from '#messages/locales.ts'

/** The language of the pages on this device, and of mails. */
export function LanguageChoice() {
  const t = useTranslations('Profile.account')
  const { current, pick, isPending, hasFailed } = useLanguage()
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
            {ownNames[locale]}
          </Button>
        ))}
      </fieldset>
      {hasFailed ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t('languageFailed')}
        </p>
      ) : null}
    </div>
  )
}
