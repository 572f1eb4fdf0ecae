import { useTranslations } from 'next-intl'
import { useKeptAttempt } from '#components/wallets/use-kept-attempt.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { FundTransfer, FundTransferBody } from '#lib/contract/transfers/calls.ts'

/** A transfer that was asked for before and has no answer. */
export type AskedTransfer = FundTransferBody & {
  /** Milliseconds. */
  startedAt: number
}

/** Sends a transfer: the same, sent again over a bad line, moves the money once, also where the dialog was closed before an answer came. */
export function useTransfer(onDone: (transfer: FundTransfer) => void) {
  const t = useTranslations('AdminWallets')
  const { isBusy, problem, run } = useMove()
  const attempt = useKeptAttempt('transfer')
  const { unanswered } = attempt
  const asked: AskedTransfer | null = unanswered && {
    ...JSON.parse(unanswered.content),
    startedAt: unanswered.startedAt,
  }
  const send = (body: FundTransferBody) =>
    run(async () => {
      const transfer = await attempt.send(JSON.stringify(body), (key) =>
        api('POST /admin/fund-transfer/', { body, attempt: key }),
      )
      showToast({
        title: t(transfer.status === 'waiting' ? 'toast.waiting' : 'toast.moved'),
        description: transfer.transaction_reference,
        tone: 'good',
      })
      onDone(transfer)
    })
  /** Whether it is what went unanswered. */
  const isUnanswered = (body: FundTransferBody) => unanswered?.content === JSON.stringify(body)
  return { isBusy, problem, asked, isUnanswered, send }
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
  const { isPending, error, send } = useSend({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (failure) =>
      showToast({ title: t('toast.failed'), description: sentenceOf(failure), tone: 'bad' }),
  })
  return {
    isBusy: isPending,
    problem: error && sentenceOf(error),
    run: (work: () => Promise<void>) => void send(work),
  }
}

function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.message : fallbackMessage()
}
