import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { FundTransferBody, SystemWalletList, WalletItem } from '#lib/contract/transfers/calls.ts'
import { TRANSFER_DESCRIPTION_MAX } from '#lib/contract/transfers/constants.ts'
import { BalancePreview } from './balance-preview.tsx'

/** Names wallets by id, because their balances change. */
export type TransferDraft = Required<FundTransferBody>

type TransferFormProps = {
  list: SystemWalletList
  draft: TransferDraft | null
  /** Sentence about an earlier transfer without an answer. */
  unanswered: string | null
  /** Tells if the draft equals the transfer without an answer, whose money may have moved already. */
  isUnanswered: (draft: TransferDraft) => boolean
  onReady: (draft: TransferDraft) => void
  onClose: () => void
}

/** Shillings that cannot be transferred; zero or less if all can. */
const restOf = ({ amount, transferable }: WalletItem) =>
  (Math.round(amount * 100) - Math.round((transferable ?? 0) * 100)) / 100

type Problem = { source?: string; destination?: string; amount?: string }

export function TransferForm({ list, draft, unanswered, isUnanswered, onReady, onClose }: TransferFormProps) {
  const t = useTranslations('AdminWallets.form')
  const formats = useFormats()
  const wallets = list.results.filter(({ transferable }) => transferable !== null)
  const [sourceId, setSource] = useState(draft ? String(draft.source_wallet_id) : '')
  const [destinationId, setDestination] = useState(draft ? String(draft.destination_wallet_id) : '')
  const [amountText, setAmount] = useState(draft ? String(draft.amount) : '')
  const [description, setDescription] = useState(draft?.description ?? '')
  const [problem, setProblem] = useState<Problem>({})
  const source = wallets.find(({ id }) => String(id) === sourceId)
  const destination = wallets.find(({ id }) => String(id) === destinationId)
  const amount = readAmount(amountText)
  const filled =
    source && destination && amount !== null
      ? {
          source_wallet_id: source.id,
          destination_wallet_id: destination.id,
          amount,
          description: description.trim(),
        }
      : null
  const isRepeat = filled !== null && isUnanswered(filled)
  const tooMuch =
    !isRepeat && source && amount !== null && amount > (source.transferable ?? 0)
      ? t('tooMuch', { most: formats.shillings(source.transferable ?? 0) })
      : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf()
    setProblem(found)
    if (Object.keys(found).length === 0 && filled) onReady(filled)
  }
  const problemOf = (): Problem => {
    const found: Problem = {}
    if (!source) found.source = t('sourceMissing')
    if (!destination) found.destination = t('destinationMissing')
    else if (destination === source) found.destination = t('same')
    if (amount === null) found.amount = t('amountWrong')
    else if (tooMuch) found.amount = tooMuch
    return found
  }
  /** The wallet's name and balance, and the transferable part if it is smaller. */
  const wordsOf = ({ wallet_type_display: name, amount: has, transferable }: WalletItem) =>
    transferable === null || transferable === has
      ? t('option', { name: name, amount: formats.shillings(has) })
      : t('optionPart', {
          name: name,
          amount: formats.shillings(has),
          most: formats.shillings(transferable),
        })
  const optionOf = (wallet: WalletItem) => ({
    value: String(wallet.id),
    words: wordsOf(wallet),
  })
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('detail')}>
      <form onSubmit={submit} noValidate method="post" className="mt-5 grid gap-4">
        <SelectField
          label={t('source')}
          name="source_wallet_id"
          value={sourceId}
          onChange={(event) => {
            setSource(event.target.value)
            setProblem({ ...problem, source: undefined })
          }}
          options={[{ value: '', words: t('choose') }, ...wallets.map(optionOf)]}
          error={problem.source}
          hint={
            source && restOf(source) > 0
              ? t(source.wallet_type === 'platform_revenue' ? 'paidOut' : 'restStays', {
                  rest: formats.shillings(restOf(source)),
                  most: formats.shillings(source.transferable ?? 0),
                })
              : undefined
          }
        />
        <SelectField
          label={t('destination')}
          name="destination_wallet_id"
          value={destinationId}
          onChange={(event) => {
            setDestination(event.target.value)
            setProblem({ ...problem, destination: undefined })
          }}
          options={[
            { value: '', words: t('choose') },
            ...wallets.filter((one) => one !== source).map(optionOf),
          ]}
          error={problem.destination}
        />
        <Field
          label={t('amount')}
          name="amount"
          type="number"
          inputMode="decimal"
          min="0.01"
          step="0.01"
          autoComplete="off"
          value={amountText}
          onChange={(event) => {
            setAmount(event.target.value)
            setProblem({ ...problem, amount: undefined })
          }}
          error={tooMuch ?? problem.amount}
          className="figures"
        />
        <Field
          label={t('description')}
          name="description"
          maxLength={TRANSFER_DESCRIPTION_MAX}
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        {source && destination && source !== destination && !tooMuch && !isRepeat ? (
          <BalancePreview source={source} destination={destination} amount={amount ?? 0} />
        ) : null}
        <ErrorNote>{unanswered}</ErrorNote>
        <Button type="submit" tone="money" size="large" wide>
          {t('next')}
        </Button>
      </form>
    </Dialog>
  )
}
