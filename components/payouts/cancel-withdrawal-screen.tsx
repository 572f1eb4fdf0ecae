'use client'

import { CircleX, LoaderCircle, Undo2, Wallet } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { AccountNotice } from '#components/accounts/account-notice.tsx'
import { useMailedLink } from '#components/accounts/use-mailed-link.ts'
import { useViewFocus } from '#components/accounts/use-view-focus.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { api } from '#lib/client/http/api.ts'

/** Where the link of the mail about a withdrawal leads: one button, which calls it off. */
export function CancelWithdrawalScreen() {
  const t = useTranslations('CancelWithdrawal')
  const words = { noLink: t('noLink'), noConnection: t('noConnection') }
  const { view, isSending, act } = useMailedLink('withdrawal', words, (token) =>
    api('POST /wallet/api/withdraw/cancel/', { body: { token } }),
  )
  const titleRef = useViewFocus(view.kind, 'loading')
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice icon={LoaderCircle} tone="calm" title={t('title')}>
          <p>{t('loading')}</p>
        </AccountNotice>
      )
    case 'asking':
      return (
        <AccountNotice icon={Wallet} tone="calm" title={t('title')} titleRef={titleRef}>
          <p>{t('detail')}</p>
          {view.problem ? (
            <p role="alert" className="font-semibold text-alarm">
              {view.problem}
            </p>
          ) : null}
          <Button tone="loud" size="large" wide onClick={() => act()} disabled={isSending}>
            {isSending ? t('sending') : t('cancel')}
          </Button>
          <Link href="/" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('keep')}
          </Link>
        </AccountNotice>
      )
    case 'done':
      return (
        <AccountNotice icon={Undo2} tone="good" title={t('cancelled')} titleRef={titleRef}>
          <p>{t('cancelledDetail', { reference: view.done.transaction_reference })}</p>
          <p>{t('notYou')}</p>
          <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toWallet')}
          </Link>
          <Link href="/forgot-password" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('newPassword')}
          </Link>
        </AccountNotice>
      )
    case 'refused':
      return (
        <AccountNotice icon={CircleX} tone="bad" title={t('refused')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toWallet')}
          </Link>
        </AccountNotice>
      )
  }
}
