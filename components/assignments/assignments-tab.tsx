import { useQuery } from '@tanstack/react-query'
import { RotateCw, Shuffle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { StatCard } from '#components/desk/stat-card.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import {
  type AssignmentDesk,
  areSubmissionsClosed,
  fetchAssignmentDesk,
} from '#lib/client/assignments/assignment-desk.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { UnassignedTable } from './unassigned-table.tsx'

export default function AssignmentsTab() {
  const t = useTranslations('Assignments')
  const { query, all } = useAssignments()
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <BusyButton
          isBusy={query.isFetching}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => void query.refetch()}
        >
          {t('refresh')}
        </BusyButton>
        <BusyButton
          tone="loud"
          isBusy={all.isPending}
          disabled={!query.data?.unassigned?.total_unassigned || areSubmissionsClosed(query.data)}
          icon={<Shuffle aria-hidden="true" className="size-4" />}
          onClick={() => void all.send()}
        >
          {t('assignAll')}
        </BusyButton>
      </TabHead>
      <TabState query={query} failed={t('failed')}>
        {(data) => (
          <div className="mt-3 grid grid-cols-1 gap-6">
            <Month data={data} />
            <SubmissionsClosed data={data} />
            <Numbers data={data} />
            <UnassignedTable data={data} onAssigned={query.refetch} />
          </div>
        )}
      </TabState>
    </>
  )
}

function Month({ data: { challenge } }: { data: AssignmentDesk }) {
  const t = useTranslations('Assignments')
  const formats = useFormats()
  const monthTitle = useMonthTitle()
  if (!challenge) return <p className="rounded-2xl bg-sunken px-4 py-3">{t('noChallenge')}</p>
  return (
    <p className="rounded-2xl bg-sunken px-4 py-3">
      <span className="text-soft">{t('challenge')}</span> <strong>{monthTitle(challenge.title)}</strong>{' '}
      <span className="text-soft">
        {t('phase', {
          phase: t(`phases.${challenge.current_phase}`),
          end: formats.moment(challenge.phase_ends_at),
        })}
      </span>
    </p>
  )
}

/** Shown if submissions are closed; a voting ended by hand closes them before their date. */
function SubmissionsClosed({ data }: { data: AssignmentDesk }) {
  const t = useTranslations('Assignments')
  const formats = useFormats()
  const now = useNow()
  if (!data.unassigned || !areSubmissionsClosed(data)) return null
  const end = data.unassigned.challenge.submissions_end_at
  return (
    <p className="rounded-2xl bg-sunken px-4 py-3 font-semibold">
      {new Date(end) <= now ? t('closedSince', { end: formats.moment(end) }) : t('closed')}
    </p>
  )
}

const cards = [
  'total_assignments',
  'unique_dancers',
  'unique_tracks',
  'active_assignments',
  'pending_assignments',
  'completed_assignments',
  'cancelled_assignments',
] as const

function Numbers({ data: { statistics } }: { data: AssignmentDesk }) {
  const t = useTranslations('Assignments')
  const formats = useFormats()
  return (
    <section aria-label={t('statistics')} className="grid grid-cols-2 gap-3 sm:grid-cols-4 2xl:grid-cols-7">
      {cards.map((name) => (
        <StatCard key={name} label={t(`cards.${name}`)} value={formats.count(statistics[name])} />
      ))}
    </section>
  )
}

function useAssignments() {
  const t = useTranslations('Assignments.toasts')
  const query = useQuery({
    queryKey: ['track-assignments'],
    queryFn: ({ signal }) => fetchAssignmentDesk(signal),
  })
  const all = useSend({
    mutationFn: () => api('POST /videos/track-assignments/bulk-assign/'),
    onSuccess: ({ message }) => showToast({ title: message, tone: 'good' }),
    onError: ({ message }) => showToast({ title: t('allFailed'), description: message, tone: 'bad' }),
    onSettled: () => query.refetch(),
  })
  return { query, all }
}
