import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { BulkBar } from '#components/review/bulk-bar.tsx'
import { CaseRows } from '#components/review/case-rows.tsx'
import { Chooser } from '#components/review/chooser.tsx'
import { OpenButton } from '#components/review/open-button.tsx'
import { useCaseList } from '#components/review/use-case-list.ts'
import { useSelection } from '#components/review/use-selection.ts'
import { api } from '#lib/client/http/api.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { ReportedComment } from '#lib/contract/comments/calls.ts'
import { cutText } from '#lib/contract/cut-text.ts'
import { CommentCase } from './comment-case.tsx'

type Status = ReportedComment['status']
const statuses = ['open', 'kept', 'removed'] as const satisfies readonly Status[]

/** By what the tab keeps its answers. */
const LIST = 'reported-comments'

/** When people first found it out of place. */
const sinceWhen = (row: ReportedComment) => row.reports.at(-1)?.reported_at ?? row.created_at

/** The comments that people have reported. */
export default function CommentsTab() {
  const t = useTranslations('Moderation')
  const now = useNow()
  const cases = useCaseList<ReportedComment, Status>({
    name: LIST,
    statuses,
    fetchPage: ({ page, status }, signal) =>
      api('GET /users/compliance/reported-comments/', {
        query: { page, page_size: DESK_PAGE_SIZE, status },
        signal,
      }),
  })
  const isOpen = cases.status === 'open'
  const selection = useSelection(isOpen ? (cases.list.data?.results ?? []) : [])
  const columns: StaffColumn<ReportedComment, 'usual'>[] = [
    {
      id: 'comment',
      head: t('columns.comment'),
      cell: (row) => (
        <Chooser selection={isOpen ? selection : undefined} id={row.id} title={cutText(row.text, 60)}>
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
      deskOnly: true,
      cell: (row) => <span className="block truncate">{row.video.title}</span>,
    },
    {
      id: 'reports',
      head: t('columns.reports'),
      deskOnly: true,
      width: 'w-32',
      cell: (row) => <span className="figures">{t('reports', { count: row.reports.length })}</span>,
    },
    {
      id: 'waiting',
      head: t('columns.waiting'),
      deskOnly: true,
      width: 'w-36',
      cell: (row) => <AgeBadge since={sinceWhen(row)} now={now} />,
    },
    {
      id: 'review',
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={cutText(row.text, 60)} onOpen={() => cases.open(row.id)} />,
    },
  ]
  return (
    <>
      <CaseRows
        cases={cases}
        caption={t('caption')}
        columns={columns}
        empty={t(`empty.${cases.status}`)}
        failed={t('failed')}
        filter={t('filter')}
        wordOf={(status) => t(`statuses.${status}`)}
        bulk={
          isOpen ? (
            <BulkBar
              kind="comment"
              selection={selection}
              titleOf={({ text }) => text}
              actions={['keep']}
              answers={[LIST]}
            />
          ) : null
        }
      />
      {cases.item ? <CommentCase cases={cases} item={cases.item} /> : null}
    </>
  )
}
