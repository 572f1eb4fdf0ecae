'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'

export function AccountType({ words }: { words: { label: string; none: string; profile: string } }) {
  const t = useTranslations('Nav')
  const user = useSyncExternalStore(subscribeSession, readUser, () => null)
  return (
    <>
      <p className="mt-4">
        {words.label}{' '}
        <strong className="text-ink">{user ? t(`userTypes.${user.userType}`) : words.none}</strong>
      </p>
      <p className="mt-6">
        <Link href={user ? '/profile' : '/login'} className={buttonStyle({ tone: 'loud', size: 'large' })}>
          {user ? words.profile : t('login')}
        </Link>
      </p>
    </>
  )
}
