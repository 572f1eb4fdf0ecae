import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { useChosenColumns } from './column-choice.tsx'
import { ListFrame, type ListHead } from './list-frame.tsx'
import { type StaffColumn, StaffTable } from './staff-table.tsx'
import { PAGE_PARAM, type TableAddress } from './use-table-address.ts'

type Listed<Row> = {
  data?: { count: number; results: readonly Row[] }
  dataUpdatedAt: number
  error: unknown
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type StaffListProps<Row, Sort extends string> = ListHead & {
  caption: string
  columns: readonly StaffColumn<Row, Sort>[]
  rowKey: (row: Row) => string
  list: Listed<Row>
  address: TableAddress<Sort>
  pageSize: number
  empty: string
  failed: string
  /** Names what the search covers; if undefined, there is no search field. */
  searchLabel?: string
}

/** Stores search, page and sort in the address. If a refetch fails, the known rows stay, with their time. */
export function StaffList<Row, Sort extends string = string>(props: StaffListProps<Row, Sort>) {
  const { list, address, pageSize, caption, searchLabel } = props
  const t = useTranslations('Staff')
  useExistingPage(list.error, address)
  const known = list.data
  return (
    <ListFrame
      {...props}
      search={
        searchLabel ? { label: searchLabel, value: address.search, onSearch: address.searchFor } : undefined
      }
      count={known ? t('count', { count: known.count }) : list.isError ? '' : t('loading')}
      pages={
        <Pager
          of={caption}
          param={PAGE_PARAM}
          page={address.page}
          pages={Math.ceil((known?.count ?? 0) / pageSize)}
          words={{ previous: t('previous'), next: t('next') }}
        />
      }
    >
      <Rows {...props} />
    </ListFrame>
  )
}

function Rows<Row, Sort extends string>(props: StaffListProps<Row, Sort>) {
  const { list, address, empty, failed, pageSize } = props
  const t = useTranslations('Staff')
  const formats = useFormats()
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
        {Array.from({ length: Math.min(pageSize, 10) }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never move
          <div key={row} className="skeleton mx-4 my-2 h-6.5" />
        ))}
      </div>
    )
  if (list.data.results.length === 0)
    return (
      <div className="px-4 py-14 text-center">
        <p className="text-lg font-semibold">
          {address.search ? t('nothingFound', { search: address.search }) : empty}
        </p>
        <p className="mt-1 text-soft">
          {address.search
            ? t('nothingFoundDetail')
            : t('asOf', { time: formats.moment(new Date().toISOString()) })}
        </p>
      </div>
    )
  return (
    <StaffTable
      caption={props.caption}
      columns={columns}
      rows={list.data.results}
      rowKey={props.rowKey}
      sort={address.sort}
      onSort={address.sortBy}
      isStale={list.isPlaceholderData}
    />
  )
}

/** The server answers 404 if the page became empty: opens the first page. */
function useExistingPage(
  error: unknown,
  { page, toFirstPage }: Pick<TableAddress<string>, 'page' | 'toFirstPage'>,
) {
  const isGone = page > 1 && error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (isGone) toFirstPage()
  })
}
