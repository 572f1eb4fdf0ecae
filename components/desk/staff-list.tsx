import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Pager } from '#components/ui/pager.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { ListFrame, type ListHead } from './list-frame.tsx'
import { type ListedRows, ListRows } from './list-rows.tsx'
import type { StaffColumn } from './staff-table.tsx'
import { PAGE_PARAM, type TableAddress } from './use-table-address.ts'

type StaffListProps<Row, Sort extends string> = ListHead & {
  caption: string
  columns: readonly StaffColumn<Row, Sort>[]
  rowKey: (row: Row) => string
  list: ListedRows<Row> & { data?: { count: number } }
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
      <ListRows
        caption={caption}
        columns={props.columns}
        rowKey={props.rowKey}
        list={list}
        failed={props.failed}
        empty={<Empty search={address.search} empty={props.empty} />}
        placeholders={Math.min(pageSize, 10)}
        sort={address.sort}
        onSort={address.sortBy}
      />
    </ListFrame>
  )
}

function Empty({ search, empty }: { search: string; empty: string }) {
  const t = useTranslations('Staff')
  const formats = useFormats()
  return (
    <>
      <p className="text-lg font-semibold">{search ? t('nothingFound', { search }) : empty}</p>
      <p className="mt-1 text-soft">
        {search ? t('nothingFoundDetail') : t('asOf', { time: formats.moment(new Date().toISOString()) })}
      </p>
    </>
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
