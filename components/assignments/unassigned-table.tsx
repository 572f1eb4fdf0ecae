import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { type AssignmentDesk, areSubmissionsClosed } from '#lib/client/assignments/assignment-desk.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { UnassignedDancers } from '#lib/contract/assignments/calls.ts'

type Dancer = UnassignedDancers['unassigned_dancers'][number]

type UnassignedTableProps = {
  data: AssignmentDesk
  onAssigned: () => Promise<unknown>
}

/** Dancers who paid and have no tracks, longest waiting first. */
export function UnassignedTable({ data, onAssigned }: UnassignedTableProps) {
  const t = useTranslations('Assignments')
  const now = useNow()
  const { unassigned, challenge } = data
  const isClosed = areSubmissionsClosed(data)
  const dancers = unassigned?.unassigned_dancers ?? []
  const total = unassigned?.total_unassigned ?? 0
  const columns: StaffColumn<Dancer>[] = [
    { id: 'dancer', head: t('columns.dancer'), cell: (dancer) => <Who dancer={dancer} /> },
    {
      id: 'paid',
      head: t('columns.paid'),
      cell: ({ subscribed_at }) => <AgeBadge since={subscribed_at} now={now} isCalm={isClosed} />,
      notOnPhone: true,
      width: 'w-36',
    },
    {
      id: 'tracks',
      head: t('columns.tracks'),
      cell: ({ tracks_held }) => <span className="figures">{t('held', { held: tracks_held })}</span>,
      notOnPhone: true,
      width: 'w-28',
    },
    {
      id: 'assign',
      head: t('columns.assign'),
      align: 'end',
      width: 'w-32',
      cell: (dancer) =>
        challenge ? (
          <AssignButton
            dancer={dancer}
            challengeId={challenge.id}
            isClosed={isClosed}
            onAssigned={onAssigned}
          />
        ) : null,
    },
  ]
  return (
    <section aria-labelledby="unassigned-title">
      <h3 id="unassigned-title" className="text-lg font-semibold">
        {t('waiting', { count: total })}
      </h3>
      {dancers.length === 0 ? (
        <p className="mt-3 flex items-center justify-center gap-2 rounded-2xl border border-line bg-surface px-4 py-12 text-center">
          <CheckCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" /> {t('nobody')}
        </p>
      ) : (
        <div className="mt-3 overflow-clip rounded-xl border border-line bg-surface">
          <StaffTable
            caption={t('waiting', { count: total })}
            columns={columns}
            rows={dancers}
            rowKey={({ id }) => id}
          />
        </div>
      )}
      {total > dancers.length ? (
        <p className="mt-2 text-sm text-soft">{t('more', { count: total - dancers.length })}</p>
      ) : null}
    </section>
  )
}

type AssignButtonProps = {
  dancer: Dancer
  challengeId: string
  /** Submissions are closed, so the server would refuse a draw. */
  isClosed: boolean
  onAssigned: () => Promise<unknown>
}

/** Each row has its own request, so several draws can run at once. */
function AssignButton({ dancer, challengeId, isClosed, onAssigned }: AssignButtonProps) {
  const t = useTranslations('Assignments')
  const { isPending, send } = useSend({
    mutationFn: () =>
      api('POST /videos/track-assignments/assign-individual/', {
        body: { dancer_id: dancer.id, challenge_id: challengeId },
      }),
    onSuccess: ({ message }) => showToast({ title: message, tone: 'good' }),
    onError: ({ message }) => showToast({ title: t('toasts.oneFailed'), description: message, tone: 'bad' }),
    onSettled: () => onAssigned(),
  })
  return (
    <BusyButton
      isBusy={isPending}
      disabled={isClosed}
      onClick={() => void send()}
      aria-label={t('assignTo', { name: dancer.username })}
    >
      {t('assign')}
    </BusyButton>
  )
}

function Who({ dancer }: { dancer: Dancer }) {
  return (
    <>
      <span className="block truncate font-semibold">
        {`${dancer.first_name} ${dancer.last_name}`.trim() || dancer.username}
      </span>
      <span className="block truncate text-sm text-soft">
        {dancer.username} · {dancer.email}
      </span>
    </>
  )
}
