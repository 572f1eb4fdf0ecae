'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'

/** The kind of account that is signed in on this device. */
export function AccountType({ words }: { words: { label: string; none: string } }) {
  const t = useTranslations('Nav')
  const user = useSyncExternalStore(subscribeSession, readUser, () => null)
  return (
    <p className="mt-4">
      {words.label}{' '}
      <strong className="text-ink">{user ? t(`userTypes.${user.userType}`) : words.none}</strong>
    </p>
  )
}
