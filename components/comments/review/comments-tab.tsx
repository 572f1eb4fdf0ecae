import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { BulkBar } from '#components/review/bulk-bar.tsx'
import { CaseRows } from '#components/review/case-rows.tsx'
import { Chooser } from '#components/review/chooser.tsx'
import { OpenButton } from '#components/review/open-button.tsx'
import { useCases } from '#components/review/use-cases.ts'
import { api } from '#lib/client/http/api.ts'
import type { ReportedComment } from '#lib/contract/comments/calls.ts'
import { cutText } from '#lib/contract/cut-text.ts'
import { CommentCase } from './comment-case.tsx'
import { useRemoval } from './use-removal.ts'

type Status = ReportedComment['status']
const statuses = ['open', 'kept', 'removed'] as const satisfies readonly Status[]

/** Time of the first report. */
const sinceWhen = (row: ReportedComment) => row.reports.at(-1)?.reported_at ?? row.created_at

export default function CommentsTab() {
  const t = useTranslations('Moderation')
  const tabs = useTranslations('Officer.tabs')
  const now = useNow()
  const removal = useRemoval()
  const { item, queue, status, isWaiting, selection, listed } = useCases<ReportedComment, Status>({
    kind: 'comment',
    statuses,
    fetchPage: (query, signal) => api('GET /users/compliance/reported-comments/', { query, signal }),
  })
  const columns: StaffColumn<ReportedComment, 'usual'>[] = [
    {
      id: 'comment',
      head: t('columns.comment'),
      cell: (row) => (
        <Chooser selection={isWaiting ? selection : undefined} id={row.id} title={cutText(row.text, 60)}>
          <span className="block min-w-0">
            <span className="line-clamp-2 font-semibold wrap-anywhere">{row.text}</span>
            <span className="line-clamp-2 text-sm text-soft wrap-anywhere md:line-clamp-1">
              {row.author.display_name}
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm md:hidden">
              <AgeBadge since={sinceWhen(row)} now={now} />
              <span className="figures text-soft">{t('reports', { count: row.reports.length })}</span>
            </span>
          </span>
        </Chooser>
      ),
    },
    {
      id: 'video',
      head: t('columns.video'),
      notOnPhone: true,
      cell: (row) => <span className="block truncate">{row.video.title}</span>,
    },
    {
      id: 'reports',
      head: t('columns.reports'),
      notOnPhone: true,
      width: 'w-32',
      cell: (row) => <span className="figures">{t('reports', { count: row.reports.length })}</span>,
    },
    {
      id: 'waiting',
      head: t('columns.waiting'),
      notOnPhone: true,
      width: 'w-36',
      cell: (row) => <AgeBadge since={sinceWhen(row)} now={now} />,
    },
    {
      id: 'review',
      isFixed: true,
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={cutText(row.text, 60)} onOpen={() => queue.open(row.id)} />,
    },
  ]
  return (
    <>
      <CaseRows
        title={tabs('comments')}
        cases={listed}
        caption={t('caption')}
        columns={columns}
        empty={t(`empty.${status}`)}
        failed={t('failed')}
        filter={t('filter')}
        wordOf={(one) => t(`statuses.${one}`)}
        bulk={
          isWaiting ? (
            <BulkBar
              kind="comment"
              selection={selection}
              titleOf={({ text }) => text}
              actions={['approve', 'reject']}
              explained={removal}
            />
          ) : null
        }
      />
      {item ? <CommentCase queue={queue} item={item} /> : null}
    </>
  )
}
