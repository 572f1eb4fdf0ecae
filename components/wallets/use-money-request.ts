'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'

/** What a dialog asks for, and the name of this attempt. */
type MoneyRequest = { body: { amount: number; phone_number: string }; attempt: string }

export type MoneyProblem = { amount?: string; phone?: string; whole?: string }

/**
 * Sends what a dialog of the wallet asks for, once for each try: the same amount and phone, sent again over a bad line,
 * move the money once.
 */
export function useMoneyRequest<Answer>(ask: (request: MoneyRequest) => Promise<Answer>, failed: string) {
  const t = useTranslations('Wallet')
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<MoneyProblem>({})
  const attempt = useRef({ of: '', key: '' })

  /** @returns the answer, or null where it was refused */
  const send = async (amount: number, phone: string): Promise<Answer | null> => {
    if (isSending) return null
    setSending(true)
    setProblem({})
    const of = `${amount} ${phone}`
    if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() }
    try {
      const answer = await ask({ body: { amount, phone_number: phone }, attempt: attempt.current.key })
      attempt.current = { of: '', key: '' }
      void renewWallet(client)
      return answer
    } catch (error) {
      const isUnheard = error instanceof ApiError && error.status === 0
      if (!isUnheard) attempt.current = { of: '', key: '' }
      const next = problemOf(error, t('tryAgain'))
      setProblem(next)
      showToast({ title: failed, description: next.whole ?? next.amount ?? next.phone, tone: 'bad' })
      return null
    } finally {
      setSending(false)
    }
  }
  return { isSending, problem, setProblem, send }
}

function problemOf(error: unknown, fallback: string): MoneyProblem {
  if (!(error instanceof ApiError)) return { whole: fallback }
  const { amount, phone_number: phone } = fieldErrors(error.data)
  return amount || phone ? { amount, phone } : { whole: error.hasSentence ? error.message : fallback }
}
