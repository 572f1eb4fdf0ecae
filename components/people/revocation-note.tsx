import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { PersonView } from '#lib/contract/people/calls.ts'
import { useChangedPerson } from './use-person.ts'

type Revocation = NonNullable<NonNullable<PersonView['kyc']>['revocation']>
type Decision = 'confirm' | 'reject'
type RevocationNoteProps = { person: PersonView; revocation: Revocation }

export function RevocationNote({ person, revocation }: RevocationNoteProps) {
  const t = useTranslations('People.revoke')
  const formats = useFormats()
  // A copy of the proposal, so that the dialog stays about the one that was read.
  const [asked, setAsked] = useState<{ decision: Decision; revocation: Revocation } | null>(null)
  const { is_own, can_confirm, is_proposer_gone } = revocation
  const note = is_own ? t('own') : is_proposer_gone ? t('proposerGone') : can_confirm ? null : t('notTwo')
  return (
    <div role="status" className="mt-4 rounded-2xl bg-marigold-wash px-4 py-3">
      <p className="wrap-anywhere">
        {t('waiting', {
          name: revocation.proposed_by,
          time: formats.moment(revocation.proposed_at),
          reason: revocation.reason,
        })}
      </p>
      {note ? <p className="mt-1 font-semibold">{note}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {can_confirm ? (
          <Button size="snug" tone="danger" onClick={() => setAsked({ decision: 'confirm', revocation })}>
            {t('confirm')}
          </Button>
        ) : null}
        <Button size="snug" onClick={() => setAsked({ decision: 'reject', revocation })}>
          {t(is_own ? 'withdraw' : 'reject')}
        </Button>
      </div>
      {asked ? (
        <DecideDialog
          person={person}
          revocation={asked.revocation}
          decision={asked.decision}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  )
}

type DecideProps = RevocationNoteProps & { decision: Decision; onClose: () => void }

function DecideDialog({ person, revocation, decision, onClose }: DecideProps) {
  const t = useTranslations('People.revoke')
  const changed = useChangedPerson()
  const name = person.display_name || person.username
  const { isPending, error, send } = useSend({
    mutationFn: () =>
      api(`POST /admin/people/{id}/revoke-identity/${decision}/`, {
        path: { id: person.id },
        body: { proposal_id: revocation.id },
      }),
    onSuccess: (now) => {
      changed.show(now)
      showToast({ title: t(decision === 'confirm' ? 'confirmed' : 'rejected', { name }), tone: 'good' })
      onClose()
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'proposal_gone') changed.renew()
    },
  })
  const problem = error instanceof ApiError ? error.message : fallbackMessage()
  return (
    <ConfirmDialog
      title={t(decision === 'reject' && revocation.is_own ? 'withdrawTitle' : `${decision}Title`, { name })}
      description={
        decision === 'confirm' ? t('confirmDetail', { reason: revocation.reason }) : t('rejectDetail')
      }
      confirm={t(decision === 'reject' && revocation.is_own ? 'withdraw' : decision)}
      tone={decision === 'confirm' ? 'danger' : 'plain'}
      isBusy={isPending}
      problem={error ? problem : null}
      onConfirm={() => void send()}
      onClose={onClose}
    />
  )
}
