'use client'

import { BadgeCheck, KeyRound, LoaderCircle, MailOpen, MailWarning } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { startPathFor } from '#components/shell/navigation.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { readUser } from '#lib/client/session/session.ts'
import { AccountNotice } from './account-notice.tsx'
import { ResendButton } from './resend-button.tsx'
import { useVerification } from './use-verification.ts'
import { useViewFocus } from './use-view-focus.ts'
import { VerifyPasswordForm } from './verify-password-form.tsx'

const largeLink = buttonStyle({ tone: 'loud', size: 'large', wide: true })
const wordLink = 'font-semibold underline underline-offset-4'

export function VerifyEmailScreen() {
  const t = useTranslations('VerifyEmail')
  const { view, email, verify, finish, fail } = useVerification()
  const titleRef = useViewFocus(view.kind)
  const resend = email ? <ResendButton kind="verification" email={email} words={t('resend')} /> : null
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice
          key={view.kind}
          icon={LoaderCircle}
          tone="calm"
          title={t('loading')}
          titleRef={titleRef}
        >
          <p>{t('loadingDetail')}</p>
        </AccountNotice>
      )
    case 'asking':
      return (
        <AccountNotice key={view.kind} icon={KeyRound} tone="calm" title={t('asking')} titleRef={titleRef}>
          <p>{t('askingDetail')}</p>
          <p>{t('askingOthers')}</p>
          <VerifyPasswordForm token={view.token} onVerified={finish} onInvalid={fail} />
          <p className="text-base">
            {t('passwordLost')}{' '}
            <Link href="/register" className={wordLink}>
              {t('registerAgain')}
            </Link>
          </p>
        </AccountNotice>
      )
    case 'verified':
      return (
        <AccountNotice
          key={view.kind}
          icon={BadgeCheck}
          tone="good"
          title={view.already ? t('already') : t('verified')}
          titleRef={titleRef}
        >
          <p>{t(detailOf(view))}</p>
          {/* Loads the whole page, so that the server sees the new cookie. */}
          <a href={view.signedIn ? startPathFor(readUser()) : '/login'} className={largeLink}>
            {view.signedIn ? t('continue') : t('login')}
          </a>
        </AccountNotice>
      )
    case 'failed':
      return (
        <AccountNotice key={view.kind} icon={MailWarning} tone="bad" title={t('failed')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          {view.mayRetry ? (
            <Button tone="loud" size="large" wide onClick={verify}>
              {t('retry')}
            </Button>
          ) : (
            resend
          )}
          <Link
            href="/login"
            className={view.mayRetry || resend ? buttonStyle({ tone: 'quiet', wide: true }) : largeLink}
          >
            {t('login')}
          </Link>
        </AccountNotice>
      )
    case 'inbox':
      return (
        <AccountNotice key={view.kind} icon={MailOpen} tone="calm" title={t('inbox')} titleRef={titleRef}>
          {email ? (
            <p key={email}>
              {t.rich('inboxDetail', { email: () => <strong className="text-ink">{email}</strong> })}
            </p>
          ) : (
            <p>{t('inboxDetailPlain')}</p>
          )}
          {resend}
          <p className="text-base">{t('inboxSpam')}</p>
          <p className="text-base">
            {t('otherEmail')}{' '}
            <Link href="/register" className={wordLink}>
              {t('register')}
            </Link>
          </p>
        </AccountNotice>
      )
  }
}

function detailOf({ signedIn, already }: { signedIn: boolean; already?: true }) {
  if (already) return signedIn ? 'alreadySignedIn' : 'alreadySignedOut'
  return signedIn ? 'verifiedDetail' : 'verifiedElsewhere'
}
