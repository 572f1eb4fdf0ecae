'use client'

import { BadgeCheck, LoaderCircle, MailOpen, MailWarning } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { startPathFor } from '#components/shell/navigation.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { openSession } from '#lib/client/accounts/sign-in.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { AccountNotice } from './account-notice.tsx'
import { ResendButton } from './resend-button.tsx'
import { useViewFocus } from './use-view-focus.ts'

const largeLink = buttonStyle({ tone: 'loud', size: 'large', wide: true })

/** Uses the mailed link up, then says what came of it. */
export function VerifyEmailScreen() {
  const t = useTranslations('VerifyEmail')
  const { view, email, verify } = useVerification()
  const titleRef = useViewFocus(view.kind)
  const resend = email ? <ResendButton kind="verification" email={email} words={t('resend')} /> : null
  switch (view.kind) {
    case 'loading':
      return (
        <AccountNotice icon={LoaderCircle} tone="calm" title={t('loading')} titleRef={titleRef}>
          <p>{t('loadingDetail')}</p>
        </AccountNotice>
      )
    case 'verified':
      return (
        <AccountNotice icon={BadgeCheck} tone="good" title={t('verified')} titleRef={titleRef}>
          <p>{view.signedIn ? t('verifiedDetail') : t('verifiedElsewhere')}</p>
          {/* A whole page load: pages behind a login read the cookie that was just set. */}
          <a href={view.signedIn ? startPathFor(readUser()) : '/login'} className={largeLink}>
            {view.signedIn ? t('continue') : t('login')}
          </a>
        </AccountNotice>
      )
    case 'failed':
      return (
        <AccountNotice icon={MailWarning} tone="bad" title={t('failed')} titleRef={titleRef}>
          <p role="alert">{view.detail}</p>
          {view.mayRetry ? (
            <Button tone="loud" size="large" wide onClick={verify}>
              {t('retry')}
            </Button>
          ) : (
            resend
          )}
          <Link href="/login" className={buttonStyle({ tone: 'quiet', wide: true })}>
            {t('login')}
          </Link>
        </AccountNotice>
      )
    case 'inbox':
      return (
        <AccountNotice icon={MailOpen} tone="calm" title={t('inbox')} titleRef={titleRef}>
          <p>
            {email
              ? t.rich('inboxDetail', { email: () => <strong className="text-ink">{email}</strong> })
              : t('inboxDetailPlain')}
          </p>
          {resend}
          <p className="text-base">{t('inboxSpam')}</p>
          <p className="text-base">
            {t('otherEmail')}{' '}
            <Link href="/register" className="font-semibold underline underline-offset-4">
              {t('register')}
            </Link>
          </p>
        </AccountNotice>
      )
  }
}

type VerificationView =
  | { kind: 'loading' }
  | { kind: 'verified'; signedIn: boolean }
  | { kind: 'failed'; detail: string; mayRetry: boolean }
  | { kind: 'inbox' }

/** Verifies by the token of the mailed link; without one it waits for the person to open that. */
function useVerification() {
  const t = useTranslations('VerifyEmail')
  const [view, setView] = useState<VerificationView>({ kind: 'loading' })
  const [email, setEmail] = useState('')
  const token = useRef<string | null>(null)

  const verify = useCallback(async () => {
    setView({ kind: 'loading' })
    const outcome = await spendToken(token.current ?? '')
    if (outcome.kind !== 'failed') return setView(outcome)
    const detail = outcome.mayRetry ? t('noConnection') : outcome.sentence || t('failedDetail')
    setView({ kind: 'failed', detail, mayRetry: outcome.mayRetry })
  }, [t])

  useEffect(() => {
    // A token works once, and React's strict mode runs this twice.
    if (token.current !== null) return
    setEmail(new URLSearchParams(window.location.search).get('email') ?? '')
    token.current = takeLinkToken('verification')
    if (token.current) verify()
    else setView({ kind: 'inbox' })
  }, [verify])

  useEffect(() => {
    if (view.kind !== 'inbox') return
    // The link was opened in another tab, which has signed in for all of them.
    return subscribeSession(() => {
      if (readUser()) setView({ kind: 'verified', signedIn: true })
    })
  }, [view.kind])
  return { view, email, verify }
}

type Outcome =
  | { kind: 'verified'; signedIn: boolean }
  | { kind: 'failed'; sentence: string; mayRetry: boolean }

async function spendToken(token: string): Promise<Outcome> {
  try {
    const { tokens, user, device_token } = await api('POST /users/auth/verify-email/', {
      body: { token, ...sentDeviceToken() },
    })
    dropLinkToken('verification')
    const signedIn = await openSession({ ...tokens, user, device_token }).then(
      () => true,
      () => false,
    )
    return { kind: 'verified', signedIn }
  } catch (error) {
    // No answer, or a server in trouble: the link is still good.
    const mayRetry = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
    if (!mayRetry) dropLinkToken('verification')
    const sentence = error instanceof ApiError && error.hasSentence ? error.message : ''
    return { kind: 'failed', sentence, mayRetry }
  }
}
