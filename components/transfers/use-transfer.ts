import { useTranslations } from 'next-intl'
import { useStoredAttempt } from '#components/wallets/use-stored-attempt.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { PAGE_SIZE_MAX } from '#lib/contract/constants.ts'
import type { FundTransfer, FundTransferBody } from '#lib/contract/transfers/calls.ts'

/** A transfer that was sent and got no answer. */
export type AskedTransfer = FundTransferBody & {
  /** In ms. */
  startedAt: number
}

/**
 * Sends a transfer. A repeat with the same content moves the money once, even after the dialog was closed.
 */
export function useTransfer(onDone: (transfer: FundTransfer) => void) {
  const t = useTranslations('AdminWallets')
  const { isBusy, problem, run } = useMove()
  const attempt = useStoredAttempt('transfer')
  const { unanswered } = attempt
  const asked: AskedTransfer | null = unanswered && {
    ...JSON.parse(unanswered.content),
    startedAt: unanswered.startedAt,
  }
  const send = (body: FundTransferBody) =>
    run(async () => {
      let wasSentBefore = false
      const answer = await attempt.send(JSON.stringify(body), (key, isRepeat) => {
        wasSentBefore = isRepeat
        return api('POST /admin/fund-transfer/', { body, attempt: key })
      })
      const transfer = wasSentBefore ? await asItStands(answer) : answer
      showToast({
        title: t(toastOf[transfer.status]),
        description: transfer.transaction_reference,
        tone: transfer.status === 'rejected' ? 'bad' : 'good',
      })
      onDone(transfer)
    })
  const isUnanswered = (body: FundTransferBody) => unanswered?.content === JSON.stringify(body)
  return { isBusy, problem, asked, isUnanswered, send }
}

const toastOf = { waiting: 'toast.waiting', completed: 'toast.moved', rejected: 'toast.reject' } as const

/**
 * The transfer's current state if it can be read: a repeat returns the first answer, which may be outdated.
 */
async function asItStands(transfer: FundTransfer): Promise<FundTransfer> {
  const newest = await api('GET /admin/fund-transfers/', { query: { page_size: PAGE_SIZE_MAX } }).catch(
    () => null,
  )
  return newest?.results.find(({ id }) => id === transfer.id) ?? transfer
}

export function useTransferDecision(onDone: () => void) {
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
