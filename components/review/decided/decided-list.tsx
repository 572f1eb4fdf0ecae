import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { breakingEmail } from '#components/ui/breaking-email.ts'
import { type DecidedStatus, decidedStatuses } from '#lib/client/review/desk-lists.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { CaseRows } from '../case-rows.tsx'
import { DecisionTimes } from '../decision-times.tsx'
import { deskAnswers } from '../desk-answers.ts'
import { OpenButton } from '../open-button.tsx'
import { ReviewSheet } from '../review-sheet.tsx'
import { tabOf } from '../tab-of.ts'
import { useCaseList } from '../use-case-list.ts'
import { ViewSwitch } from '../view-switch.tsx'
import { DecidedBy, type Decision, DecisionMark, DecisionNotice } from './decision.tsx'

type DecidedListProps<Row extends { id: string }> = {
  kind: ClaimSubjectType
  fetchPage: (
    place: { page: number; search: string; status: DecidedStatus },
    signal: AbortSignal,
  ) => Promise<{ count: number; results: Row[] }>
  searchLabel: string
  titleOf: (row: Row) => string
  /** The owner, in one line. */
  detailOf: (row: Row) => string
  decisionOf: (row: Row) => Decision
  exhibit: (row: Row, refetch: () => void) => ReactNode
  exhibitSize?: 'tall' | 'short'
  footer?: (row: Row) => ReactNode
  /** A dialog of the footer is open; when it closes, the title takes the focus. */
  isAsking?: boolean
  children: (row: Row) => ReactNode
}

export function DecidedList<Row extends { id: string }>(props: DecidedListProps<Row>) {
  const { kind, titleOf } = props
  const t = useTranslations('Officer.decided')
  const tabs = useTranslations('Officer.tabs')
  const cases = useCaseList<Row, DecidedStatus>({
    name: deskAnswers.decided(kind),
    statuses: decidedStatuses,
    fetchPage: props.fetchPage,
  })
  const columns = useDecidedColumns(props, cases.open)
  const { item } = cases
  return (
    <>
      <CaseRows
        cases={cases}
        caption={t(`captions.${kind}`)}
        columns={columns}
        empty={t(`empty.${cases.status}`)}
        failed={t('failed')}
        searchLabel={props.searchLabel}
        title={tabs(tabOf[kind])}
        note={<DecisionTimes />}
        views={<ViewSwitch tab={tabOf[kind]} />}
        filter={t('filter')}
        wordOf={(status) => t(`statuses.${status}`)}
      />
      {item ? (
        <ReviewSheet
          focusOn={props.isAsking ? null : item.id}
          title={titleOf(item)}
          detail={props.detailOf(item)}
          place={cases.place}
          onStep={cases.step}
          onClose={cases.close}
          exhibitSize={props.exhibitSize}
          exhibit={props.exhibit(item, () => void cases.list.refetch())}
          notices={<DecisionNotice decision={props.decisionOf(item)} />}
          footer={props.footer?.(item)}
        >
          {props.children(item)}
        </ReviewSheet>
      ) : null}
    </>
  )
}

function useDecidedColumns<Row extends { id: string }>(
  { titleOf, detailOf, decisionOf }: DecidedListProps<Row>,
  open: (id: string) => void,
): StaffColumn<Row, 'usual'>[] {
  const t = useTranslations('Officer.decided')
  return [
    {
      id: 'what',
      head: t('columns.what'),
      cell: (row) => {
        const decision = decisionOf(row)
        return (
          <span className="block min-w-0">
            <span className="line-clamp-2 font-semibold wrap-anywhere md:line-clamp-1">{titleOf(row)}</span>
            <span className="line-clamp-3 text-sm text-soft wrap-anywhere md:line-clamp-1">
              {breakingEmail(detailOf(row))}
            </span>
            <span className="mt-1 block md:hidden">
              <DecisionMark status={decision.status} />
              {decision.reason ? <span className="line-clamp-2 text-sm">{decision.reason}</span> : null}
              <DecidedBy decision={decision} />
            </span>
          </span>
        )
      },
    },
    {
      id: 'decision',
      head: t('columns.decision'),
      notOnPhone: true,
      width: 'w-72',
      cell: (row) => {
        const { status, reason } = decisionOf(row)
        return (
          <>
            <DecisionMark status={status} />
            {reason ? <span className="line-clamp-2 text-sm wrap-anywhere">{reason}</span> : null}
          </>
        )
      },
    },
    {
      id: 'by',
      head: t('columns.by'),
      notOnPhone: true,
      width: 'w-52',
      cell: (row) => <DecidedBy decision={decisionOf(row)} />,
    },
    {
      id: 'open',
      isFixed: true,
      head: t('columns.open'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton isDecided what={titleOf(row)} onOpen={() => open(row.id)} />,
    },
  ]
}
