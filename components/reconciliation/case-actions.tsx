import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { useMe } from '#components/review/use-queue.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import type { AdminPaymentDetail, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'
import { actionKey } from './action-key.ts'
import { DecideProposal, DecisionDialog } from './decide-proposal.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { useCaseWork } from './use-cases.ts'

type Deciding = { proposalId: string; decision: 'confirm' | 'reject' }

export function CaseActions({ found }: { found: AdminPaymentDetail }) {
  const t = useTranslations('AdminPayments')
  const [proposing, setProposing] = useState<ResolutionActionName | null>(null)
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const { proposal } = found
  // A decision applies only to the proposal that the admin opened, not to a later one.
  const isOvertaken = deciding !== null && deciding.proposalId !== proposal?.id
  return (
    <section aria-labelledby="case-actions" className="rounded-2xl border border-line bg-surface p-5">
      <h3 id="case-actions" className="text-lg">
        {t('actionsTitle')}
      </h3>
      {isOvertaken ? (
        <p role="status" className="mt-3 rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          {t('overtaken')}
        </p>
      ) : null}
      {found.is_own_matter ? (
        <p className="mt-3 rounded-2xl bg-sunken px-4 py-3">{t('ownMatter')}</p>
      ) : proposal ? (
        <DecideProposal
          found={found}
          proposal={proposal}
          onDecide={(decision) => setDeciding({ proposalId: proposal.id, decision })}
        />
      ) : (
        <Choices
          found={found}
          onChoose={(action) => {
            // Proposing an action closes the note about the overtaken decision.
            setDeciding(null)
            setProposing(action)
          }}
        />
      )}
      {proposing ? (
        <ProposeDialog found={found} action={proposing} onClose={() => setProposing(null)} />
      ) : null}
      {proposal && deciding?.proposalId === proposal.id ? (
        <DecisionDialog
          found={found}
          proposal={proposal}
          decision={deciding.decision}
          onClose={() => setDeciding(null)}
        />
      ) : null}
    </section>
  )
}

function Choices({
  found,
  onChoose,
}: {
  found: AdminPaymentDetail
  onChoose: (action: ResolutionActionName) => void
}) {
  const t = useTranslations('AdminPayments')
  const work = useCaseWork(found.id)
  const me = useMe()
  const alone = aloneOf(found)
  if (alone === 'approve' && found.approvals.some(({ id }) => id === me))
    return <p className="mt-3 rounded-2xl bg-sunken px-4 py-3">{t('approvedByYou')}</p>
  if (alone === 'approve' && !found.can_approve)
    return <p className="mt-3 rounded-2xl bg-sunken px-4 py-3">{t('tooNewToApprove')}</p>
  if (found.status === 'difference') return <WayToJournal found={found} />
  if (found.actions.length === 0 && !alone) return <p className="mt-2 text-soft">{t('nothingToDo')}</p>
  const plain = found.actions.filter((action) => action === 'credit')
  const apart = found.actions.filter((action) => action !== 'credit')
  return (
    <>
      <p className="mt-1 text-soft">{t(alone ? `alone.${alone}.detail` : 'twoPeople')}</p>
      {alone ? (
        <BusyButton
          tone="money"
          wide
          className="mt-4"
          isBusy={work.isBusy}
          onClick={() => void work[alone]()}
        >
          {t(`alone.${alone}.button`)}
        </BusyButton>
      ) : null}
      {work.problem ? (
        <p role="alert" className="mt-3 rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          {work.problem}
        </p>
      ) : null}
      <div className="mt-4 grid gap-3">
        {plain.map((action) => (
          <Button key={action} tone="money" wide onClick={() => onChoose(action)}>
            {t(`actions.${actionKey(found, action)}.button`)}
          </Button>
        ))}
      </div>
      {apart.length > 0 ? (
        <div className="mt-4 grid gap-3 border-t border-line pt-4">
          {apart.map((action) => (
            <Button key={action} tone="danger" wide onClick={() => onChoose(action)}>
              {t(`actions.${actionKey(found, action)}.button`)}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** A difference is resolved by a cash journal: links to a draft with its account and amount. */
function WayToJournal({ found: { purpose, amount } }: { found: AdminPaymentDetail }) {
  const t = useTranslations('AdminPayments')
  return (
    <>
      <p className="mt-2 text-soft">{t('resolveByJournal')}</p>
      <DeskLink
        href={`?tab=books&propose=${purpose}&difference=${amount ?? 0}`}
        className={buttonStyle({ tone: 'money', wide: true, className: 'mt-4' })}
      >
        {t('recordJournal')}
      </DeskLink>
    </>
  )
}

/** The decision about this case that needs no second person; null if there is none. */
function aloneOf({ status }: AdminPaymentDetail): 'approve' | 'resume' | 'acknowledge' | null {
  if (status === 'payout_approval') return 'approve'
  if (status === 'payouts_paused') return 'resume'
  return status === 'contradiction' ? 'acknowledge' : null
}
