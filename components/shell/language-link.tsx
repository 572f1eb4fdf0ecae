import { useEffect } from 'react'
import { keepNamedLanguage } from '#lib/client/browser/language.ts'
import { LOCALE_PARAMETER, locales, ownNames } from '#messages/locales.ts'
import { useLanguage } from './use-language.ts'

/** Leads to the same page in the other language, by that language's own name. Without scripts the address says it. */
export function LanguageLink() {
  const { current, pick } = useLanguage()
  useEffect(keepNamedLanguage, [])
  return locales
    .filter((locale) => locale !== current)
    .map((locale) => (
      <a
        key={locale}
        href={`?${LOCALE_PARAMETER}=${locale}`}
        hrefLang={locale}
        lang={locale}
        onClick={(event) => {
          event.preventDefault()
          void pick(locale)
        }}
        className="tap flex items-center rounded-full px-1 text-sm sm:px-2 font-semibold hover:bg-sunken"
      >
        {ownNames[locale]}
      </a>
    ))
}
