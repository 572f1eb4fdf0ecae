import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { FALLBACK_MESSAGE } from '#lib/client/http/error-message.ts'
import type { FundTransfer, FundTransferBody } from '#lib/contract/transfers/calls.ts'

/** Sends a transfer, once for each try: sent again over a bad line it moves the money once. */
export function useTransfer(onDone: (transfer: FundTransfer) => void) {
  const t = useTranslations('AdminWallets')
  const { isBusy, problem, run } = useMove()
  const [attempt] = useState(idempotentAttempt)
  const send = (body: FundTransferBody) =>
    run(async () => {
      const transfer = await attempt(JSON.stringify(body), (key) =>
        api('POST /admin/fund-transfer/', { body, attempt: key }),
      )
      showToast({
        title: t(transfer.status === 'waiting' ? 'toast.waiting' : 'toast.moved'),
        description: transfer.transaction_reference,
        tone: 'good',
      })
      onDone(transfer)
    })
  return { isBusy, problem, send }
}

/** Confirms another's transfer, or calls one off. */
export function useDecision(onDone: () => void) {
  const t = useTranslations('AdminWallets')
  const { isBusy, problem, run } = useMove()
  const decide = (transfer: FundTransfer, decision: 'approve' | 'reject') =>
    run(async () => {
      await api(`POST /admin/fund-transfers/{id}/${decision}/`, { path: { id: transfer.id } })
      showToast({
        title: t(`toast.${decision}`),
        description: transfer.transaction_reference,
        tone: 'good',
      })
      onDone()
    })
  return { isBusy, problem, decide }
}

function useMove() {
  const t = useTranslations('AdminWallets')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const sentence = error instanceof ApiError ? error.message : FALLBACK_MESSAGE
      setProblem(sentence)
      showToast({ title: t('toast.failed'), description: sentence, tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run }
}
