import { keepLanguage, pickedLanguage } from '#lib/client/browser/language.ts'
import { api } from '#lib/client/http/api.ts'
import { LOCALE_PARAMETER, type Locale } from '#messages/locales.ts'
import { readUser } from './session.ts'

/** Milliseconds to wait for the account; the device already has the language. */
const SAVE_MS = 3_000

/**
 * Stores the language on device and account; opens the page in it.
 * @returns false if the account refused the language and the page already shows it
 */
export async function pickLanguage(locale: Locale, current: string): Promise<boolean> {
  keepLanguage(locale)
  // Chromium stores cookies asynchronously; reading the cookie back waits for it.
  const isKept = pickedLanguage() === locale
  const isSaved = await saveInAccount(locale)
  if (!isSaved && locale === current) return false
  reopenPage(isKept ? undefined : locale)
  return true
}

/** @returns true without an account */
async function saveInAccount(locale: Locale): Promise<boolean> {
  const user = readUser()
  if (!user) return true
  try {
    const signal = AbortSignal.timeout(SAVE_MS)
    await api('PATCH /users/profiles/{id}/', { path: { id: user.id }, body: { locale }, signal })
    return true
  } catch {
    return false
  }
}

/** @param named the language for the address if the device stores no cookies */
function reopenPage(named?: Locale): void {
  const address = new URL(location.href)
  if (named) address.searchParams.set(LOCALE_PARAMETER, named)
  else address.searchParams.delete(LOCALE_PARAMETER)
  if (address.href === location.href) location.reload()
  else location.replace(address)
}
