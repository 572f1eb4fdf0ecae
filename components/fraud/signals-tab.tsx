import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListTotals } from '#components/desk/list-totals.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { BulkBar } from '#components/review/bulk-bar.tsx'
import { Chooser } from '#components/review/chooser.tsx'
import { OpenButton } from '#components/review/open-button.tsx'
import { useCases } from '#components/review/use-cases.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { api } from '#lib/client/http/api.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { FraudSignal, FraudSignalPage, ListedSignalStatus } from '#lib/contract/fraud/calls.ts'
import { ScoreMark } from './score-mark.tsx'
import { SignalCase } from './signal-case.tsx'
import { SignalFilters, useSignalFilters, useSignalStatuses } from './signal-filters.tsx'
import { useSignalNotes } from './use-signal-notes.ts'

export default function SignalsTab() {
  const t = useTranslations('Signals')
  const tabs = useTranslations('Officer.tabs')
  const formats = useFormats()
  const now = useNow()
  const notes = useSignalNotes(true)
  const shown = useSignalFilters()
  const statuses = useSignalStatuses()
  const { item, queue, status, isWaiting, selection, listed } = useCases<
    FraudSignal,
    ListedSignalStatus,
    FraudSignalPage
  >({
    kind: 'signal',
    statuses,
    pending: 'open',
    filters: shown.filters,
    fetchPage: (place, signal) =>
      api('GET /users/compliance/fraud-signals/', { query: { ...place, ...shown.filters }, signal }),
  })
  const columns: StaffColumn<FraudSignal, 'usual'>[] = [
    {
      id: 'video',
      head: t('columns.video'),
      cell: (row) => (
        <Chooser selection={isWaiting ? selection : undefined} id={row.id} title={row.video.title}>
          <span className="block min-w-0">
            <span className="line-clamp-2 font-semibold wrap-anywhere md:line-clamp-1">
              {row.video.title}
            </span>
            <span className="line-clamp-2 text-sm text-soft wrap-anywhere md:line-clamp-1">
              {t(`kinds.${row.kind}`)}
            </span>
            <SignalState row={row} status={status} now={now} />
            <span className="mt-0.5 flex flex-wrap items-center gap-x-3 md:hidden">
              <ScoreMark score={row.score} />
              <AgeBadge since={row.created_at} now={now} />
            </span>
          </span>
        </Chooser>
      ),
    },
    {
      id: 'score',
      head: t('columns.score'),
      notOnPhone: true,
      width: 'w-28',
      cell: (row) => <ScoreMark score={row.score} />,
    },
    {
      id: 'votes',
      head: t('columns.votes'),
      notOnPhone: true,
      align: 'end',
      width: 'w-28',
      cell: (row) => <span className="figures">{formats.count(row.votes)}</span>,
    },
    {
      id: 'amount',
      head: t('columns.amount'),
      notOnPhone: true,
      align: 'end',
      width: 'w-32',
      cell: (row) => <span className="figures whitespace-nowrap">{formats.shillings(row.amount)}</span>,
    },
    {
      id: 'found',
      head: t('columns.found'),
      notOnPhone: true,
      width: 'w-36 ps-6!',
      cell: (row) => <AgeBadge since={row.created_at} now={now} />,
    },
    {
      id: 'review',
      isFixed: true,
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={row.video.title} onOpen={() => queue.open(row.id)} />,
    },
  ]
  return (
    <>
      <StaffList
        caption={t('caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={listed.list}
        address={listed.address}
        pageSize={DESK_PAGE_SIZE}
        empty={t(shown.active > 0 ? 'emptyFilter' : `empty.${status}`)}
        failed={t('failed')}
        searchLabel={t('search')}
        title={tabs('signals')}
        actions={
          <CsvButton
            onDownload={() =>
              downloadCsv(
                'GET /users/compliance/fraud-signals.csv',
                { query: { ...shown.filters, status } },
                'ngoma-signals',
              )
            }
          />
        }
        filters={<SignalFilters shown={shown} statuses={statuses} status={status} />}
        totals={<Totals page={listed.list.data} />}
        bulk={
          isWaiting ? (
            <BulkBar
              kind="signal"
              selection={selection}
              titleOf={({ video }) => video.title}
              actions={['reject']}
              explained={notes.reject}
            />
          ) : null
        }
      />
      {item ? <SignalCase queue={queue} item={item} /> : null}
    </>
  )
}

type SignalStateProps = { row: FraudSignal; status: ListedSignalStatus; now: Date }

/** What a signal needs from super admins. Lists of one status name it themselves. */
function SignalState({ row: { proposal, status, decided_at }, status: listed, now }: SignalStateProps) {
  const t = useTranslations('Signals')
  const since = proposal?.proposed_at ?? (listed === 'waiting' ? decided_at : null)
  if (since === null) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
      {proposal ? t(`proposed.${proposal.action}`) : t(`statuses.${status}`)}
      <AgeBadge since={since} now={now} />
    </span>
  )
}

function Totals({ page }: { page: FraudSignalPage | undefined }) {
  const t = useTranslations('Signals.totals')
  const formats = useFormats()
  return (
    <ListTotals
      totals={[
        [t('signals'), page && formats.count(page.count)],
        [t('gifts'), page && formats.count(page.totals.gifts)],
        [t('votes'), page && formats.count(page.totals.votes)],
        [t('amount'), page && formats.shillings(page.totals.amount)],
      ]}
    />
  )
}
