import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { AdminPaymentDetail, Proposal } from '#lib/contract/reconciliation/calls.ts'
import { CASE_NOTE_MAX } from '#lib/contract/reconciliation/constants.ts'
import { useCaseWork } from './use-cases.ts'

type DecideProposalProps = { found: AdminPaymentDetail; proposal: Proposal }

/** What somebody proposes, with their name; another confirms it by typing the amount, or turns it down. */
export function DecideProposal({ found, proposal }: DecideProposalProps) {
  const t = useTranslations('AdminPayments')
  const formats = useFormats()
  const [deciding, setDeciding] = useState<'confirm' | 'reject' | null>(null)
  const facts = [
    [t('fields.receipt'), proposal.receipt],
    [t('fields.voteCode'), proposal.vote_code],
    [t('fields.method'), proposal.method && t(`methods.${proposal.method}`)],
  ].filter(([, value]) => value)
  return (
    <>
      <div className="mt-3 rounded-2xl bg-sunken px-4 py-3">
        <p className="font-semibold">{t(`actions.${proposal.action}.button`)}</p>
        <p className="text-sm text-soft">
          {proposal.is_own ? t('proposedByYou') : t('proposedBy', { name: proposal.proposed_by.username })} ·{' '}
          {formats.moment(proposal.proposed_at)}
        </p>
        <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{proposal.note}</p>
        {facts.map(([label, value]) => (
          <p key={label} className="figures text-sm">
            <span className="text-soft">{label}:</span> {value}
          </p>
        ))}
      </div>
      {proposal.is_own ? (
        <p className="mt-3 text-soft">{t('waitsForSecond')}</p>
      ) : (
        <Button tone="money" wide className="mt-4" onClick={() => setDeciding('confirm')}>
          {t('confirm.button')}
        </Button>
      )}
      <Button tone="danger" wide className="mt-3" onClick={() => setDeciding('reject')}>
        {t(proposal.is_own ? 'reject.withdraw' : 'reject.button')}
      </Button>
      {deciding ? (
        <Decision found={found} proposal={proposal} decision={deciding} onClose={() => setDeciding(null)} />
      ) : null}
    </>
  )
}

type DecisionProps = DecideProposalProps & { decision: 'confirm' | 'reject'; onClose: () => void }

function Decision({ found, proposal, decision, onClose }: DecisionProps) {
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
      title={t(isConfirm ? 'confirm.title' : 'reject.title', {
        action: t(`actions.${proposal.action}.button`),
        amount: formats.shillings(amount),
      })}
      description={isConfirm ? t(`actions.${proposal.action}.detail`) : t('reject.detail')}
      confirm={t(isConfirm ? 'confirm.button' : 'reject.button')}
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
