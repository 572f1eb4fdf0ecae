'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { verifyEmailToken } from '#lib/client/accounts/accounts-api.ts'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { openSession } from '#lib/client/accounts/sign-in.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'

export type VerificationView =
  | { kind: 'loading' }
  | { kind: 'verified'; signedIn: boolean }
  | { kind: 'failed'; detail: string; mayRetry: boolean }
  | { kind: 'inbox' }

/** Verifies by the token of the mailed link; without one it waits for the person to open that. */
export function useVerification() {
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
    showToast({ title: t('failed'), description: detail, tone: 'bad' })
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
    const { tokens, user, device_token } = await verifyEmailToken(token)
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
