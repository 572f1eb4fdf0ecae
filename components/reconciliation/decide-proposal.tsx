import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { AdminPaymentDetail, Proposal } from '#lib/contract/reconciliation/calls.ts'
import { CASE_NOTE_MAX } from '#lib/contract/reconciliation/constants.ts'
import { actionKey } from './action-key.ts'
import { useCaseWork } from './use-cases.ts'

type Decision = 'confirm' | 'reject'
type DecideProposalProps = {
  found: Pick<AdminPaymentDetail, 'kind' | 'status'>
  proposal: Proposal
  onDecide: (decision: Decision) => void
}

export function DecideProposal({ found, proposal, onDecide }: DecideProposalProps) {
  const t = useTranslations('AdminPayments')
  const formats = useFormats()
  const waits = whyItWaits(proposal)
  const facts = [
    [t('fields.receipt'), proposal.receipt],
    [t('fields.voteCode'), proposal.vote_code],
    [t('fields.method'), proposal.method && t(`methods.${proposal.method}`)],
  ].filter(([, value]) => value)
  return (
    <>
      <div className="mt-3 rounded-2xl bg-sunken px-4 py-3">
        <p className="font-semibold">{t(`actions.${actionKey(found, proposal.action)}.button`)}</p>
        <p className="text-sm text-soft">
          {proposal.is_own ? t('proposedByYou') : t('proposedBy', { name: proposal.proposed_by.username })} ·{' '}
          {formats.moment(proposal.proposed_at)}
        </p>
        <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{proposal.note}</p>
        {facts.map(([label, value]) => (
          <p key={label} className="figures text-sm">
            <span className="text-soft">{`${label}:`}</span> {`${value}`}
          </p>
        ))}
      </div>
      {waits ? (
        <p className="mt-3 text-soft">{t(waits)}</p>
      ) : (
        <Button tone="money" wide className="mt-4" onClick={() => onDecide('confirm')}>
          {t('confirm.button')}
        </Button>
      )}
      <Button tone="danger" wide className="mt-3" onClick={() => onDecide('reject')}>
        {t(proposal.is_own ? 'reject.withdraw' : 'reject.button')}
      </Button>
    </>
  )
}

/** Null if the viewer can confirm the proposal. */
function whyItWaits({ is_own, can_confirm, has_changed, is_proposer_gone }: Proposal) {
  if (has_changed) return 'hasChanged'
  if (is_proposer_gone) return 'proposerGone'
  if (is_own) return 'waitsForSecond'
  return can_confirm ? null : 'notTwo'
}

type DecisionDialogProps = {
  found: AdminPaymentDetail
  proposal: Proposal
  decision: Decision
  onClose: () => void
}

/** To confirm, the admin types the amount; to reject, a reason. */
export function DecisionDialog({ found, proposal, decision, onClose }: DecisionDialogProps) {
  const t = useTranslations('AdminPayments')
  const formats = useFormats()
  const work = useCaseWork(found.id)
  const [note, setNote] = useState('')
  const isConfirm = decision === 'confirm'
  const send = async () => {
    const body = { decision, proposal_id: proposal.id, note }
    if (await work.resolve(body, t(isConfirm ? 'toast.confirmed' : 'toast.rejected'))) onClose()
  }
  const amount = Math.abs(found.amount ?? 0)
  return (
    <ConfirmDialog
      title={t(isConfirm ? 'confirm.title' : proposal.is_own ? 'reject.withdrawTitle' : 'reject.title', {
        action: t(`actions.${actionKey(found, proposal.action)}.button`),
        amount: formats.shillings(amount),
      })}
      description={
        isConfirm
          ? t(`actions.${actionKey(found, proposal.action)}.detail`, { amount: formats.shillings(amount) })
          : t('reject.detail')
      }
      confirm={t(isConfirm ? 'confirm.button' : proposal.is_own ? 'reject.withdraw' : 'reject.button')}
      tone={isConfirm ? 'money' : 'danger'}
      isBusy={work.isBusy}
      problem={work.problem}
      typed={isConfirm ? { label: t('confirm.type'), words: String(amount) } : undefined}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      {isConfirm ? null : (
        <TextAreaField
          label={t('fields.note')}
          error={work.fields.note}
          maxLength={CASE_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
