import { MailPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { type ResendKind, resendWait, startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { sentenceOf } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'
import { countdown } from '#lib/client/session/idle-state.ts'

/** Disabled during the wait, with the seconds left. */
export function ResendButton({ kind, email, words }: { kind: ResendKind; email: string; words: string }) {
  const t = useTranslations('Resend')
  const { busy, sent, secondsLeft, resend } = useResend(kind, email)
  const waits = secondsLeft > 0
  return (
    <div>
      <Button
        wide
        onClick={resend}
        aria-disabled={waits}
        aria-busy={busy}
        className="min-h-13 aria-disabled:cursor-not-allowed aria-disabled:text-soft"
      >
        <MailPlus aria-hidden="true" className="size-5" />
        <span>{busy ? t('sending') : words}</span>
      </Button>
      <p aria-hidden={!waits} className="figures mt-2 min-h-6 text-center text-sm text-soft">
        {waits ? t('wait', { time: countdown(secondsLeft) }) : ''}
      </p>
      <p role="status" className="text-base font-semibold text-leaf">
        {sent ? t('sent') : ''}
      </p>
    </div>
  )
}

const calls = {
  verification: 'POST /users/auth/resend-verification/',
  reset: 'POST /users/auth/password-reset/',
} as const

function useResend(kind: ResendKind, email: string) {
  const t = useTranslations('Resend')
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

  const { isBusy, run } = useBusy(async () => {
    setSent(false)
    try {
      await api(calls[kind], { body: { email } })
      setSent(true)
      wait()
    } catch (error) {
      const seconds = retryAfter(error)
      if (seconds) wait(seconds)
      const words = { fallback: t(`${kind}.failed`), noConnection: t('noConnection') }
      showToast({ title: t(`${kind}.failedToast`), description: sentenceOf(error, words), tone: 'bad' })
    }
  })
  const resend = () => {
    if (secondsLeft === 0) void run()
  }
  return { busy: isBusy, sent, secondsLeft, resend }
}

/** Seconds, from the server's 429; otherwise 0. */
function retryAfter(error: unknown): number {
  if (!(error instanceof ApiError) || error.status !== 429) return 0
  const { data } = error
  const named = typeof data === 'object' && data !== null && 'retry_after' in data ? data.retry_after : 0
  return typeof named === 'number' ? named : 0
}
