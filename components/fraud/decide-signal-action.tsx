import { useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SignalAction } from '#lib/contract/fraud/calls.ts'
import { SIGNAL_NOTE_MAX } from '#lib/contract/fraud/constants.ts'
import { ActionLines } from './signal-record.tsx'
import { useSignalActions } from './use-signal-actions.ts'

type Decision = 'confirm' | 'reject'
type DecideProps = {
  signalId: string
  action: SignalAction
  /** Takes the focus after the decision, because the buttons are gone then. */
  fallback: RefObject<HTMLElement | null>
}

/** A proposed action: its proposer may withdraw it, another super admin approves or declines it. */
export function DecideSignalAction({ signalId, action, fallback }: DecideProps) {
  const t = useTranslations('Signals.actions')
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <>
      <div className="mb-3 rounded-2xl bg-sunken px-4 py-3">
        <ActionLines action={action} />
      </div>
      {action.can_confirm ? null : <p className="mb-3 text-soft">{t(action.is_own ? 'own' : 'notTwo')}</p>}
      <div className="flex flex-wrap gap-2">
        {action.can_confirm ? (
          <Button tone="money" onClick={() => setDecision('confirm')}>
            {t('approve')}
          </Button>
        ) : null}
        <Button tone="danger" onClick={() => setDecision('reject')}>
          {t(action.is_own ? 'withdraw' : 'decline')}
        </Button>
      </div>
      {decision ? (
        <DecisionDialog
          signalId={signalId}
          action={action}
          decision={decision}
          fallback={fallback}
          onClose={() => setDecision(null)}
        />
      ) : null}
    </>
  )
}

type DecisionDialogProps = DecideProps & { decision: Decision; onClose: () => void }

function DecisionDialog({ signalId, action, decision, fallback, onClose }: DecisionDialogProps) {
  const t = useTranslations('Signals.actions')
  const formats = useFormats()
  const work = useSignalActions(signalId)
  const [note, setNote] = useState('')
  const isConfirm = decision === 'confirm'
  const kind = action.action === 'release' ? 'release' : 'send_back'
  const send = async () => {
    if (await work.decide(action.id, decision, note)) onClose()
  }
  return (
    <ConfirmDialog
      title={
        isConfirm
          ? t(`approveTitle.${kind}`, { amount: formats.shillings(action.amount) })
          : t(action.is_own ? 'withdrawTitle' : 'declineTitle')
      }
      description={isConfirm ? t('approveDetail', { gifts: action.gifts }) : undefined}
      confirm={t(isConfirm ? 'approve' : action.is_own ? 'withdraw' : 'decline')}
      tone={isConfirm ? 'money' : 'danger'}
      isBusy={work.isBusy}
      problem={work.problem}
      fallback={fallback}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      {isConfirm ? null : (
        <TextAreaField
          label={t('note')}
          error={work.noteProblem}
          maxLength={SIGNAL_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
