import type { ReactNode } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { useChosenColumns } from './column-choice.tsx'
import { type StaffColumn, StaffTable } from './staff-table.tsx'

export type ListedRows<Row> = {
  data?: { results: readonly Row[] }
  dataUpdatedAt: number
  error: unknown
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type ListRowsProps<Row, Sort extends string> = {
  caption: string
  columns: readonly StaffColumn<Row, Sort>[]
  rowKey: (row: Row) => string
  list: ListedRows<Row>
  failed: string
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** Number of placeholder rows while loading. */
  placeholders: number
  sort?: Sort
  onSort?: (sort: Sort) => void
}

/** The table of a list, or that it loads, failed or is empty. */
export function ListRows<Row, Sort extends string = string>(props: ListRowsProps<Row, Sort>) {
  const { list, failed, empty, placeholders, caption, rowKey, sort, onSort } = props
  const columns = useChosenColumns(props.columns)
  if (list.isError && !list.data)
    return (
      <div className="p-3">
        <LoadFailed words={failed} error={list.error} onRetry={list.refetch} retrying={list.isFetching} />
      </div>
    )
  if (!list.data)
    return (
      <div aria-hidden="true" className="grid gap-px">
        {Array.from({ length: placeholders }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never move
          <div key={row} className="skeleton mx-4 my-2 h-6.5" />
        ))}
      </div>
    )
  if (list.data.results.length === 0) return <div className="px-4 py-14 text-center">{empty}</div>
  return (
    <StaffTable
      caption={caption}
      columns={columns}
      rows={list.data.results}
      rowKey={rowKey}
      sort={sort}
      onSort={onSort}
      isStale={list.isPlaceholderData}
    />
  )
}
