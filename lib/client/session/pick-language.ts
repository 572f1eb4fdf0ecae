import { keepLanguage, pickedLanguage } from '#lib/client/browser/language.ts'
import { api } from '#lib/client/http/api.ts'
import { LOCALE_PARAMETER, type Locale } from '#messages/locales.ts'
import { readUser } from './session.ts'

/** Longer than this (ms) nobody waits for the account to take the language: the device has it already. */
const SAVE_MS = 3_000

/**
 * Keeps a language for this device, and for the account of who is signed in, and opens the page in it.
 * @param current of the open page
 * @returns false where the account has not taken it and the page is in it already, so that there is nothing to open
 */
export async function pickLanguage(locale: Locale, current: string): Promise<boolean> {
  keepLanguage(locale)
  // Chromium hands a cookie to its network beside the page's next request, which may overtake it. Reading it back waits for it.
  const isKept = pickedLanguage() === locale
  const isSaved = await saveInAccount(locale)
  if (!isSaved && locale === current) return false
  reopenPage(isKept ? undefined : locale)
  return true
}

/** @returns whether the account has it, or there is no account */
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

/**
 * Shows the open page in the language that is kept, whatever language its address names.
 * @param named the language, where the device keeps no cookies: the address names it instead
 */
function reopenPage(named?: Locale): void {
  const address = new URL(location.href)
  if (named) address.searchParams.set(LOCALE_PARAMETER, named)
  else address.searchParams.delete(LOCALE_PARAMETER)
  if (address.href === location.href) location.reload()
  else location.replace(address)
}
