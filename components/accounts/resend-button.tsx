'use client'

import { MailPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import type { ResendKind } from '#lib/client/accounts/resend-wait.ts'
import { countdown } from '#lib/client/session/idle-state.ts'
import { useResend } from './use-resend.ts'

/** Sends a mail again. While it waits it stays where the thumb has found it, and says how long. */
export function ResendButton({ kind, email, words }: { kind: ResendKind; email: string; words: string }) {
  const t = useTranslations('Resend')
  const { busy, sent, secondsLeft, resend } = useResend(kind, email)
  const waits = secondsLeft > 0
  return (
    <div>
      <Button
        wide
        size="large"
        onClick={resend}
        aria-disabled={waits}
        aria-busy={busy}
        className="text-base aria-disabled:cursor-not-allowed aria-disabled:text-soft"
      >
        <MailPlus aria-hidden="true" className="size-5" />
        {busy ? t('sending') : words}
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
