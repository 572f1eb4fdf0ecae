'use client'

import { BellRing, CircleX, LoaderCircle, Trophy } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { AccountNotice } from '#components/accounts/account-notice.tsx'
import { useMailedLink } from '#components/accounts/use-mailed-link.ts'
import { useViewFocus } from '#components/accounts/use-view-focus.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { api } from '#lib/client/http/api.ts'

/** Where the link leads by which a voter confirms their address: one button. */
export function ConfirmFollowScreen() {
  const t = useTranslations('FollowResult')
  const monthTitle = useMonthTitle()
  const words = { noLink: t('noLink'), noConnection: t('noConnection') }
  const { view, isSending, act } = useMailedLink('follow', words, (token) =>
    api('POST /challenges/follow/confirm/', { body: { token } }),
  )
  const titleRef = useViewFocus(view.kind, 'loading')
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice icon={LoaderCircle} tone="calm" title={t('confirmTitle')}>
          <p>{t('sending')}</p>
        </AccountNotice>
      )
    case 'asking':
      return (
        <AccountNotice icon={Trophy} tone="calm" title={t('confirmTitle')} titleRef={titleRef}>
          <p>{t('confirmDetail')}</p>
          {view.problem ? (
            <p role="alert" className="font-semibold text-alarm">
              {view.problem}
            </p>
          ) : null}
          <Button tone="loud" size="large" wide onClick={() => act()} disabled={isSending}>
            {isSending ? t('sending') : t('yes')}
          </Button>
          <Link href="/" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('no')}
          </Link>
        </AccountNotice>
      )
    case 'done':
      return (
        <AccountNotice icon={BellRing} tone="good" title={t('confirmed')} titleRef={titleRef}>
          <p>{t('confirmedDetail', { month: monthTitle(view.done.challenge) })}</p>
          <Link href="/results" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toResults')}
          </Link>
        </AccountNotice>
      )
    case 'refused':
      return (
        <AccountNotice icon={CircleX} tone="bad" title={t('refused')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          <Link href="/results" className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}>
            {t('toResults')}
          </Link>
        </AccountNotice>
      )
  }
}
