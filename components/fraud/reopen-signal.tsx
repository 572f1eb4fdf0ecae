import { useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { SIGNAL_NOTE_MAX } from '#lib/contract/fraud/constants.ts'
import { useSignalActions } from './use-signal-actions.ts'

type ReopenSignalProps = { signalId: string; fallback: RefObject<HTMLElement | null> }

export function ReopenSignal({ signalId, fallback }: ReopenSignalProps) {
  const t = useTranslations('Signals.reopen')
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const work = useSignalActions(signalId)
  const send = async () => {
    if (await work.reopen(note)) setIsOpen(false)
  }
  return (
    <p className="mb-5">
      <Button onClick={() => setIsOpen(true)}>{t('button')}</Button>
      {isOpen ? (
        <ConfirmDialog
          title={t('title')}
          description={t('detail')}
          confirm={t('confirm')}
          tone="plain"
          isBusy={work.isBusy}
          problem={work.problem}
          fallback={fallback}
          onClose={() => setIsOpen(false)}
          onConfirm={() => void send()}
        >
          <TextAreaField
            label={t('note')}
            error={work.noteProblem}
            maxLength={SIGNAL_NOTE_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </ConfirmDialog>
      ) : null}
    </p>
  )
}
