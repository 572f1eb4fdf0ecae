import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'

export type StaffColumn<Row, Sort extends string = string> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** Orderings that a press on the head sets: `down` first, `up` when pressed again. */
  sort?: { up: Sort; down: Sort }
  /** Hidden on phones, for lack of room. */
  notOnPhone?: boolean
  /** Also hidden on tablets and small laptops, for lack of room. */
  wideOnly?: boolean
  align?: 'end'
  /** Always shown, such as a column of buttons. */
  isFixed?: boolean
  width?: string
}

type StaffTableProps<Row, Sort extends string> = {
  caption: string
  columns: readonly StaffColumn<Row, Sort>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Other rows are loading. */
  isStale?: boolean
}

/** The first column names the row. */
export function StaffTable<Row, Sort extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  isStale = false,
}: StaffTableProps<Row, Sort>) {
  const lastOnPhone = columns.findLast(({ notOnPhone }) => !notOnPhone)
  const lastOnTablet = columns.findLast(({ wideOnly }) => !wideOnly)
  // Hidden columns follow the last visible one, so `last:` does not match it.
  const edgeOf = (column: StaffColumn<Row, Sort>) =>
    cn(column === lastOnPhone && 'max-md:pe-4', column === lastOnTablet && 'md:max-xl:pe-4')
  return (
    <table
      aria-busy={isStale}
      className={cn(
        'desk-table w-full table-fixed border-separate border-spacing-0',
        isStale && 'opacity-60',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} column={column} edge={edgeOf(column)} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            data-row={rowKey(row)}
            className="group/row relative scroll-mt-28 scroll-mb-4 focus-within:bg-sunken hover:bg-sunken"
          >
            {columns.map((column, index) => {
              const Cell = index === 0 ? 'th' : 'td'
              return (
                <Cell
                  key={column.id}
                  {...(index === 0 ? { scope: 'row' } : {})}
                  className={cn(
                    placeOf(column),
                    edgeOf(column),
                    'border-b border-line px-2 py-1 text-start align-middle font-normal group-last/row:border-b-0 first:ps-4 last:pe-4 max-lg:py-2',
                  )}
                >
                  {column.cell(row)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadProps<Row, Sort extends string> = {
  column: StaffColumn<Row, Sort>
  edge: string
  sort?: Sort
  onSort?: (sort: Sort) => void
}

function Head<Row, Sort extends string>({ column, edge, sort, onSort }: HeadProps<Row, Sort>) {
  const t = useTranslations('Staff')
  const place = `${placeOf(column)} ${edge} sticky low:static top-(--header-height) z-10 border-b border-line bg-surface px-2 text-start text-sm font-semibold text-soft first:ps-4 last:pe-4`
  const both = column.sort
  if (!both || !onSort)
    return (
      <th scope="col" className={cn(place, 'py-1')}>
        {column.head}
      </th>
    )
  const direction = sort === both.up ? 'ascending' : sort === both.down ? 'descending' : undefined
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={place}>
      <button
        type="button"
        onClick={() => onSort(direction === 'descending' ? both.up : both.down)}
        title={t(direction === 'descending' ? 'sortUp' : 'sortDown')}
        className="tap -ms-2 inline-flex items-center gap-1 rounded-full px-2 font-semibold hover:text-ink"
      >
        {column.head}
        <Arrow aria-hidden="true" className={cn('size-4', !direction && 'opacity-35')} />
      </button>
    </th>
  )
}

function placeOf<Row, Sort extends string>({
  notOnPhone,
  wideOnly,
  align,
  width = '',
}: StaffColumn<Row, Sort>): string {
  const from = wideOnly ? 'hidden xl:table-cell' : notOnPhone ? 'hidden md:table-cell' : ''
  return `${from} ${align === 'end' ? 'figures text-end!' : ''} ${width}`
}
