import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import { useServerWords } from '#lib/client/messages/use-server-words.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { SystemWalletList } from '#lib/contract/transfers/calls.ts'
import { BalancePreview } from './balance-preview.tsx'
import { type TransferDraft, TransferForm } from './transfer-form.tsx'
import { useTransfer } from './use-transfer.ts'

type TransferDialogProps = { list: SystemWalletList; onMoved: () => void; onClose: () => void }

/** What to move from where to where; then, once more in full, what will happen, confirmed by typing the amount. */
export function TransferDialog({ list, onMoved, onClose }: TransferDialogProps) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const inWords = useServerWords()
  const [draft, setDraft] = useState<TransferDraft | null>(null)
  const [isSure, setSure] = useState(false)
  const { isBusy, problem, send } = useTransfer(() => {
    onMoved()
    onClose()
  })
  if (!draft || !isSure)
    return (
      <TransferForm
        list={list}
        draft={draft}
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
      onConfirm={() =>
        send({
          source_wallet_id: draft.source.id,
          destination_wallet_id: draft.destination.id,
          amount: draft.amount,
          description: draft.description,
        })
      }
    >
      <BalancePreview source={draft.source} destination={draft.destination} amount={draft.amount} />
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
