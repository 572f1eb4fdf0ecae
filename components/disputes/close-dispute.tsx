import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import type { DisputeDetail } from '#lib/contract/disputes/calls.ts'
import { closedStates, DISPUTE_TEXT_MAX } from '#lib/contract/disputes/constants.ts'
import { useDisputeWork } from './use-disputes.ts'

/** The answer to the payer may be empty. */
export function CloseDispute({
  found: { id, email },
  onClose,
}: {
  found: DisputeDetail
  onClose: () => void
}) {
  const t = useTranslations('AdminDisputes')
  const work = useDisputeWork()
  const [state, setState] = useState<(typeof closedStates)[number]>('resolved')
  const [answer, setAnswer] = useState('')
  const send = async () => {
    if (await work.change(id, { state, answer })) onClose()
  }
  return (
    <ConfirmDialog
      title={t('close.title')}
      description={t(email ? 'close.mailed' : 'close.onPage')}
      confirm={t('close.button')}
      tone="money"
      isBusy={work.isBusy}
      problem={work.problem}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <SelectField
        label={t('close.outcome')}
        value={state}
        onChange={({ target }) => setState(closedStates.find((one) => one === target.value) ?? 'resolved')}
        options={closedStates.map((one) => ({ value: one, words: t(`states.${one}`) }))}
      />
      <TextAreaField
        label={t('close.answer')}
        error={work.fields.answer}
        maxLength={DISPUTE_TEXT_MAX}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </ConfirmDialog>
  )
}
