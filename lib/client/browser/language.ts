import { isLocale, LOCALE_COOKIE, LOCALE_PARAMETER, type Locale } from '#messages/locales.ts'

const YEAR_SECONDS = 31_536_000

const picked = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`)

export function pickedLanguage(): Locale | undefined {
  const value = picked.exec(document.cookie)?.[1] ?? ''
  return isLocale(value) ? value : undefined
}

/** Stores the device's language for a year. Open pages do not change. */
export function keepLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox of last year have no cookieStore
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}

export function keepNamedLanguage(): void {
  const named = new URLSearchParams(location.search).get(LOCALE_PARAMETER) ?? ''
  if (isLocale(named) && pickedLanguage() !== named) keepLanguage(named)
}
