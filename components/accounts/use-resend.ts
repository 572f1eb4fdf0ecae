'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { sendPasswordReset, sendVerification } from '#lib/client/accounts/accounts-api.ts'
import { type ResendKind, resendWait, startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { sentenceOf } from '#lib/client/forms/use-api-form.ts'
import { ApiError } from '#lib/client/http/api-client.ts'

const sends = { verification: sendVerification, reset: sendPasswordReset }

/** Asks for a mail again, and makes the person wait a while before the next time. */
export function useResend(kind: ResendKind, email: string) {
  const t = useTranslations('Resend')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState(0)

  useEffect(() => {
    const look = () => setSecondsLeft(resendWait(kind, email, Date.now()))
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [kind, email])

  const wait = (seconds?: number) => {
    startResendWait(kind, email, Date.now(), seconds)
    setSecondsLeft(resendWait(kind, email, Date.now()))
  }

  const resend = async () => {
    if (busy || secondsLeft > 0) return
    setBusy(true)
    setSent(false)
    try {
      await sends[kind](email)
      setSent(true)
      wait()
    } catch (error) {
      const seconds = retryAfter(error)
      if (seconds) wait(seconds)
      const words = { fallback: t(`${kind}.failed`), noConnection: t('noConnection') }
      showToast({ title: t(`${kind}.failedToast`), description: sentenceOf(error, words), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, sent, secondsLeft, resend }
}

/** Seconds that a server which was asked too often wants us to wait; 0 where it names none. */
function retryAfter(error: unknown): number {
  if (!(error instanceof ApiError) || error.status !== 429) return 0
  const { data } = error
  const named = typeof data === 'object' && data !== null && 'retry_after' in data ? data.retry_after : 0
  return typeof named === 'number' ? named : 0
}
