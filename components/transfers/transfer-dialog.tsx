import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { SystemWalletList, WalletItem } from '#lib/contract/transfers/calls.ts'
import { BalancePreview } from './balance-preview.tsx'
import { type TransferDraft, TransferForm } from './transfer-form.tsx'
import { type AskedTransfer, useTransfer } from './use-transfer.ts'

type TransferDialogProps = { list: SystemWalletList; onMoved: () => void; onClose: () => void }

export function TransferDialog({ list, onMoved, onClose }: TransferDialogProps) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const { isBusy, problem, asked, isUnanswered, send } = useTransfer(() => {
    onMoved()
    onClose()
  })
  // A transfer that got no answer is filled in, to be retried.
  const before = asked && draftOf(asked)
  const [draft, setDraft] = useState(before)
  const [isSure, setSure] = useState(false)
  // Taken from the current list, because balances change while the dialog is open.
  const sides = draft && sidesOf(draft, list)
  const sidesBefore = before && sidesOf(before, list)
  const namesOf = ({ source, destination }: Sides) => ({
    from: source.wallet_type_display,
    to: destination.wallet_type_display,
  })
  const unanswered =
    sidesBefore &&
    t('form.unanswered', {
      ...namesOf(sidesBefore),
      amount: formats.shillings(before.amount),
      moment: formats.moment(new Date(asked.startedAt).toISOString()),
    })
  if (!sides || !isSure)
    return (
      <TransferForm
        list={list}
        draft={draft}
        unanswered={unanswered}
        isUnanswered={isUnanswered}
        onClose={onClose}
        onReady={(ready) => {
          setDraft(ready)
          setSure(true)
        }}
      />
    )
  const amount = formats.shillings(draft.amount)
  // The same rule as in lib/domain/transfers/policy.ts.
  const needsSecond = sumOfShillings(list.moved_alone, draft.amount) > list.second_approval_above
  return (
    <ConfirmDialog
      title={t('confirm.title', { amount })}
      description={t('confirm.detail', namesOf(sides))}
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
      onConfirm={() => send(draft)}
    >
      {isUnanswered(draft) ? <p>{unanswered}</p> : <BalancePreview {...sides} amount={draft.amount} />}
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

function draftOf({ startedAt: _startedAt, description = '', ...asked }: AskedTransfer): TransferDraft {
  return { ...asked, description }
}

type Sides = { source: WalletItem; destination: WalletItem }

/** The transfer's two wallets; null if the list lacks one. */
function sidesOf(draft: TransferDraft, { results }: SystemWalletList): Sides | null {
  const walletOf = (wanted: number) => results.find(({ id }) => id === wanted)
  const [source, destination] = [walletOf(draft.source_wallet_id), walletOf(draft.destination_wallet_id)]
  return source && destination ? { source, destination } : null
}
