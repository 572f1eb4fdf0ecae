import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { AdminPaymentDetail, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'
import { CASE_NOTE_MAX, refundMethods } from '#lib/contract/reconciliation/constants.ts'
import { actionKey } from './action-key.ts'
import { useCaseWork } from './use-cases.ts'

type ProposeDialogProps = { found: AdminPaymentDetail; action: ResolutionActionName; onClose: () => void }

/** Nothing happens before another super admin confirms. */
export function ProposeDialog({ found, action, onClose }: ProposeDialogProps) {
  const t = useTranslations('AdminPayments')
  const formats = useFormats()
  const work = useCaseWork(found.id)
  const [note, setNote] = useState('')
  const [receipt, setReceipt] = useState('')
  const [voteCode, setVoteCode] = useState('')
  const [method, setMethod] = useState<(typeof refundMethods)[number]>('reversal')
  const words = actionKey(found, action)
  const isSent = words === 'refund'
  const wantsReceipt =
    action === 'found_paid' || ((action === 'credit' || words === 'name') && found.needs_receipt)
  const wantsCode = action === 'credit' && found.needs_vote_code
  const send = async () => {
    const isDone = await work.resolve(
      {
        decision: 'propose',
        action,
        note,
        ...(wantsReceipt && receipt !== '' ? { receipt } : {}),
        ...(wantsCode ? { vote_code: voteCode } : {}),
        ...(isSent ? { method } : {}),
      },
      t('toast.proposed'),
    )
    if (isDone) onClose()
  }
  return (
    <ConfirmDialog
      title={t(`actions.${words}.title`)}
      description={t(`actions.${words}.detail`, { amount: formats.shillings(Math.abs(found.amount ?? 0)) })}
      confirm={t('propose')}
      tone={action === 'credit' ? 'money' : 'danger'}
      isBusy={work.isBusy}
      problem={work.problem}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      {wantsReceipt ? (
        <Field
          label={t('fields.receipt')}
          hint={t('fields.receiptHint')}
          error={work.fields.receipt}
          autoCapitalize="characters"
          autoComplete="off"
          value={receipt}
          onChange={(event) => setReceipt(event.target.value)}
        />
      ) : null}
      {wantsCode ? (
        <Field
          label={t('fields.voteCode')}
          error={work.fields.vote_code}
          autoCapitalize="characters"
          autoComplete="off"
          value={voteCode}
          onChange={(event) => setVoteCode(event.target.value)}
        />
      ) : null}
      {isSent ? (
        <SelectField
          label={t('fields.method')}
          hint={t('fields.methodHint')}
          error={work.fields.method}
          value={method}
          onChange={(event) =>
            setMethod(refundMethods.find((one) => one === event.target.value) ?? 'reversal')
          }
          options={refundMethods.map((one) => ({ value: one, words: t(`methods.${one}`) }))}
        />
      ) : null}
      <TextAreaField
        label={t('fields.note')}
        hint={t('fields.noteHint')}
        error={work.fields.note}
        maxLength={CASE_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  )
}
