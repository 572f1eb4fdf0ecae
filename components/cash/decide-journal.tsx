import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { CashJournal } from '#lib/contract/cash/calls.ts'
import { CASH_NOTE_MAX } from '#lib/contract/cash/constants.ts'
import { BalancesAfter } from './balances-after.tsx'
import { useCashWork } from './use-cash.ts'
import { useCashWords } from './use-cash-words.ts'

export type CashDecision = 'confirm' | 'reject' | 'reverse'
type DecideJournalProps = {
  journal: CashJournal
  /** Undefined if the journal is not on the page any more. */
  current: CashJournal | undefined
  decision: CashDecision
  onClose: () => void
}

export function DecideJournal({ journal, current, decision, onClose }: DecideJournalProps) {
  const t = useTranslations('AdminBooks')
  const formats = useFormats()
  const words = useCashWords()
  const work = useCashWork()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const { id, reference, is_own } = journal
  const amount = formats.shillings(journal.amount)
  const isWithdrawn = decision === 'reject' && is_own
  // While this decision is being sent, a poll may already show its result: the dialog is not obsolete then.
  const isMoot = !work.isBusy && current !== undefined && current.status !== journal.status
  const submit = async () => {
    if (decision === 'reverse' && text.trim() === '') return setMissing(t('form.noteMissing'))
    const isDone = await (decision === 'confirm'
      ? work.confirm(id)
      : decision === 'reject'
        ? work.reject(id, text, is_own)
        : work.reverse(id, text))
    if (isDone) onClose()
  }
  const values = { reference, amount, what: `${words.title(journal)}: ${words.route(journal)}` }
  return (
    <ConfirmDialog
      title={t(isWithdrawn ? 'reject.withdrawTitle' : `${decision}.title`, values)}
      description={t(`${decision}.detail`, values)}
      confirm={t(
        decision === 'reverse' ? 'reverse.button' : `actions.${isWithdrawn ? 'withdraw' : decision}`,
      )}
      tone={decision === 'confirm' ? 'money' : 'danger'}
      isBusy={work.isBusy}
      isMoot={isMoot}
      problem={isMoot ? t('decidedMeanwhile') : work.problem}
      {...(decision === 'confirm'
        ? {
            typed: {
              label: t('confirm.type'),
              words: String(journal.amount),
              isMeant: (typed: string) => readAmount(typed) === journal.amount,
            },
          }
        : {})}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      {decision === 'confirm' ? (
        <p className="figures rounded-2xl bg-sunken px-4 py-3 wrap-anywhere">
          {t('form.effect', { changes: words.effect(journal.changes) })}
          <BalancesAfter changes={journal.changes} />
          <span className="block text-soft">
            {[words.when(journal), journal.evidence, journal.note].filter(Boolean).join(' · ')}
          </span>
        </p>
      ) : isWithdrawn ? null : (
        <Field
          label={t(decision === 'reverse' ? 'reverse.note' : 'reject.reason')}
          error={missing ?? work.fields.note ?? work.fields.reason}
          autoComplete="off"
          maxLength={CASH_NOTE_MAX}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setMissing(null)
          }}
        />
      )}
    </ConfirmDialog>
  )
}
