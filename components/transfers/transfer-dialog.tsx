import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import { useServerWords } from '#lib/client/messages/use-server-words.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { FundTransferBody, SystemWalletList } from '#lib/contract/transfers/calls.ts'
import { BalancePreview } from './balance-preview.tsx'
import { type TransferDraft, TransferForm } from './transfer-form.tsx'
import { type AskedTransfer, useTransfer } from './use-transfer.ts'

type TransferDialogProps = { list: SystemWalletList; onMoved: () => void; onClose: () => void }

/** What to move from where to where; then, once more in full, what will happen, confirmed by typing the amount. */
export function TransferDialog({ list, onMoved, onClose }: TransferDialogProps) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const inWords = useServerWords()
  const { isBusy, problem, asked, isUnanswered, send } = useTransfer(() => {
    onMoved()
    onClose()
  })
  // What went unanswered stands there as it was, to be sent again.
  const before = asked && draftOf(asked, list)
  const [draft, setDraft] = useState(before)
  const [isSure, setSure] = useState(false)
  const unanswered =
    before &&
    t('form.unanswered', {
      amount: formats.shillings(before.amount),
      from: inWords(before.source.wallet_type_display),
      to: inWords(before.destination.wallet_type_display),
      moment: formats.moment(new Date(asked.startedAt).toISOString()),
    })
  if (!draft || !isSure)
    return (
      <TransferForm
        list={list}
        draft={draft}
        unanswered={unanswered}
        isUnanswered={(filled) => isUnanswered(bodyOf(filled))}
        onClose={onClose}
        onReady={(ready) => {
          setDraft(ready)
          setSure(true)
        }}
      />
    )
  const amount = formats.shillings(draft.amount)
  // As the server will say (lib/domain/transfers/policy.ts).
  const needsSecond = sumOfShillings(list.moved_alone, draft.amount) > list.second_approval_above
  return (
    <ConfirmDialog
      title={t('confirm.title', { amount })}
      description={t('confirm.detail', {
        from: inWords(draft.source.wallet_type_display),
        to: inWords(draft.destination.wallet_type_display),
      })}
      confirm={t(needsSecond ? 'confirm.ask' : 'confirm.move')}
      tone="money"
      isBusy={isBusy}
      problem={problem}
      typed={{
        label: t('confirm.type'),
        words: amount,
        isMeant: (typed) => readAmount(typed) === draft.amount,
      }}
      onClose={() => setSure(false)}
      onConfirm={() => send(bodyOf(draft))}
    >
      {isUnanswered(bodyOf(draft)) ? (
        <p>{unanswered}</p>
      ) : (
        <BalancePreview source={draft.source} destination={draft.destination} amount={draft.amount} />
      )}
      {needsSecond ? (
        <p className="rounded-2xl bg-sunken px-4 py-3">
          {t('confirm.second', {
            above: formats.shillings(list.second_approval_above),
            moved: formats.shillings(list.moved_alone),
          })}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

function bodyOf({ source, destination, amount, description }: TransferDraft): FundTransferBody {
  return { source_wallet_id: source.id, destination_wallet_id: destination.id, amount, description }
}

function draftOf(asked: AskedTransfer, { results }: SystemWalletList): TransferDraft | null {
  const walletOf = (wanted: number) => results.find(({ id }) => id === wanted)
  const [source, destination] = [walletOf(asked.source_wallet_id), walletOf(asked.destination_wallet_id)]
  return source && destination
    ? { source, destination, amount: asked.amount, description: asked.description ?? '' }
    : null
}
