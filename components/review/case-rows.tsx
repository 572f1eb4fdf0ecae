import type { ComponentProps } from 'react'
import { StaffList } from '#components/desk/staff-list.tsx'
import { StatusFilter } from '#components/desk/status-filter.tsx'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'

type Row = { id: string }
type ListProps<Shown extends Row> = ComponentProps<typeof StaffList<Shown, 'usual'>>
type CaseRowsProps<Shown extends Row, Status extends string> = Pick<
  ListProps<Shown>,
  'caption' | 'columns' | 'empty' | 'failed' | 'searchLabel' | 'title' | 'note' | 'views' | 'bulk'
> & {
  cases: Pick<ListProps<Shown>, 'list' | 'address'> & {
    statuses: readonly [Status, ...Status[]]
    status: Status
  }
  filter: string
  wordOf: (status: Status) => string
}

export function CaseRows<Shown extends Row, Status extends string>({
  cases,
  filter,
  wordOf,
  ...list
}: CaseRowsProps<Shown, Status>) {
  return (
    <StaffList
      {...list}
      rowKey={({ id }) => id}
      list={cases.list}
      address={cases.address}
      pageSize={DESK_PAGE_SIZE}
      filters={
        <StatusFilter
          label={filter}
          options={cases.statuses.map((value) => ({ value, words: wordOf(value) }))}
          usual={cases.statuses[0]}
          selected={cases.status}
        />
      }
    />
  )
}
