import { useLocale } from 'next-intl'
import { useState } from 'react'
import { keepLanguage, reopenPage } from '#lib/client/browser/language.ts'
import { readUser } from '#lib/client/session/session.ts'
import type { Locale } from '#messages/locales.ts'

/** Longer than this (ms) nobody waits for the account to take the language: the device has it already. */
const SAVE_MS = 3_000

/** The language of the page, and how to pick another one: for this device, and for the account of who is signed in. */
export function useLanguage() {
  const current = useLocale()
  const [hasFailed, setFailed] = useState(false)
  const [isPending, setPending] = useState(false)

  async function pick(locale: Locale) {
    if (isPending) return
    setPending(true)
    setFailed(false)
    keepLanguage(locale)
    const isSaved = await saveInAccount(locale)
    if (isSaved || locale !== current) return reopenPage()
    setFailed(true)
    setPending(false)
  }

  return { current, pick, isPending, hasFailed }
}

/** @returns whether the account has it, or there is no account */
async function saveInAccount(locale: Locale): Promise<boolean> {
  const user = readUser()
  if (!user) return true
  try {
    const { api } = await import('#lib/client/http/api.ts')
    const signal = AbortSignal.timeout(SAVE_MS)
    await api('PATCH /users/profiles/{id}/', { path: { id: user.id }, body: { locale }, signal })
    return true
  } catch {
    return false
  }
}
