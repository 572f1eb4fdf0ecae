import { useLocale } from 'next-intl'
import { type MouseEvent, useEffect } from 'react'
import { startLazily } from '#lib/client/browser/lazy-parts.ts'
import { LOCALE_PARAMETER, type Locale, locales, ownNames } from '#messages/locales.ts'

/** The link works without scripts. */
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

/** If the address names a language, later pages use it too. */
function keepLanguageOfAddress(): (() => void) | undefined {
  if (!new URLSearchParams(location.search).has(LOCALE_PARAMETER)) return
  return startLazily(
    () => import('#lib/client/browser/language.ts'),
    ({ keepNamedLanguage }) => {
      keepNamedLanguage()
      return undefined
    },
  )
}

/** Loads the code on press; if that fails, follows the link. */
function pick(event: MouseEvent<HTMLAnchorElement>, locale: Locale, current: string): void {
  const { href } = event.currentTarget
  event.preventDefault()
  import('#lib/client/session/pick-language.ts').then(
    ({ pickLanguage }) => pickLanguage(locale, current),
    () => location.assign(href),
  )
}
