'use client'

import { BellRing, Trophy } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { MailedLinkScreen } from '#components/accounts/mailed-link-screen.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { api } from '#lib/client/http/api.ts'

/** Opened from the mail by which a follower confirms the address. */
export function ConfirmFollowScreen() {
  const t = useTranslations('FollowResult')
  const monthTitle = useMonthTitle()
  const results = (
    <Link href="/results" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
      {t('toResults')}
    </Link>
  )
  return (
    <MailedLinkScreen
      kind="follow"
      icon={Trophy}
      words={{
        title: t('confirmTitle'),
        loading: t('sending'),
        detail: t('confirmDetail'),
        yes: t('yes'),
        sending: t('sending'),
        no: t('no'),
        refused: t('refused'),
        noLink: t('noLink'),
        noConnection: t('noConnection'),
      }}
      choice={undefined}
      send={(token) => api('POST /challenges/follow/confirm/', { body: { token } })}
      done={({ challenge }) => ({
        icon: BellRing,
        title: t('confirmed'),
        content: (
          <>
            <p>{t('confirmedDetail', { month: monthTitle(challenge) })}</p>
            {results}
          </>
        ),
      })}
      onward={results}
    />
  )
}
