import { useLocale } from 'next-intl'
import { type MouseEvent, useEffect } from 'react'
import { startLate } from '#lib/client/browser/late-parts.ts'
import { LOCALE_PARAMETER, type Locale, locales, ownNames } from '#messages/locales.ts'

/** Leads to the same page in the other language, by that language's own name. Without scripts the address says it. */
export function LanguageLink() {
  const current = useLocale()
  useEffect(keepLanguageOfAddress, [])
  return locales
    .filter((locale) => locale !== current)
    .map((locale) => (
      <a
        key={locale}
        href={`?${LOCALE_PARAMETER}=${locale}`}
        hrefLang={locale}
        lang={locale}
        onClick={(event) => pick(event, locale, current)}
        className="tap flex items-center rounded-full px-1 text-sm sm:px-2 font-semibold hover:bg-sunken"
      >
        {ownNames[locale]}
      </a>
    ))
}

/** The pages behind this one follow the language that its address names. */
function keepLanguageOfAddress(): (() => void) | undefined {
  if (!new URLSearchParams(location.search).has(LOCALE_PARAMETER)) return
  return startLate(
    () => import('#lib/client/browser/language.ts'),
    ({ keepNamedLanguage }) => {
      keepNamedLanguage()
      return undefined
    },
  )
}

/** What picks it is loaded at the press; where it does not come, the link is followed. */
function pick(event: MouseEvent<HTMLAnchorElement>, locale: Locale, current: string): void {
  const { href } = event.currentTarget
  event.preventDefault()
  import('#lib/client/session/pick-language.ts').then(
    ({ pickLanguage }) => pickLanguage(locale, current),
    () => location.assign(href),
  )
}
