'use client'

import { Undo2, Wallet } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { MailedLinkScreen } from '#components/accounts/mailed-link-screen.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { api } from '#lib/client/http/api.ts'

/** Opened from the mail about the withdrawal. */
export function CancelWithdrawalScreen() {
  const t = useTranslations('CancelWithdrawal')
  const wallet = (
    <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
      {t('toWallet')}
    </Link>
  )
  return (
    <MailedLinkScreen
      kind="withdrawal"
      icon={Wallet}
      words={{
        title: t('title'),
        loading: t('loading'),
        detail: t('detail'),
        yes: t('cancel'),
        sending: t('sending'),
        no: t('keep'),
        refused: t('refused'),
        noLink: t('noLink'),
        noConnection: t('noConnection'),
      }}
      choice={undefined}
      send={(token) => api('POST /wallet/api/withdraw/cancel/', { body: { token } })}
      done={({ transaction_reference: reference }) => ({
        icon: Undo2,
        title: t('cancelled'),
        content: (
          <>
            <p>{t('cancelledDetail', { reference })}</p>
            <p>{t('notYou')}</p>
            {wallet}
            <Link href="/forgot-password" className={buttonStyle({ tone: 'quiet', wide: true })}>
              {t('newPassword')}
            </Link>
          </>
        ),
      })}
      onward={wallet}
    />
  )
}
