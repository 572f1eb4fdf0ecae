import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { SearchField } from './search-field.tsx'
import { TabHead } from './tab-head.tsx'

export type ListHead = {
  /** A list inside another page has no title. */
  title?: string
  /** Small screens show it below the list. */
  note?: ReactNode
  /** A choice between lists. */
  views?: ReactNode
  /** The choice of columns follows these actions. */
  actions?: ReactNode
  /** A `FilterFields`, in one line with the search. */
  filters?: ReactNode
  /** A `ListTotals`, in one line with the number of entries. */
  totals?: ReactNode
  /** Selection of rows, before the totals. */
  bulk?: ReactNode
}

type ListFrameProps = ListHead & {
  /** Names the list for screen readers. */
  caption: string
  columns: ComponentProps<typeof ColumnChoice>['columns']
  search?: ComponentProps<typeof SearchField>
  /** The number of entries, or that they load. */
  count?: string
  list: ComponentProps<typeof StaleNote>['of']
  pages: ReactNode
  children: ReactNode
}

export function ListFrame(props: ListFrameProps) {
  const { caption, title, search, filters, totals, bulk, count } = props
  const actions = (
    <>
      {props.actions}
      <ColumnChoice columns={props.columns} />
    </>
  )
  return (
    <>
      {title ? (
        <TabHead title={title} note={props.note} isNoteWide views={props.views}>
          {actions}
        </TabHead>
      ) : null}
      <section aria-label={caption} tabIndex={-1} data-list="" className="outline-none">
        <div className="mt-2 flex flex-wrap items-end gap-2 max-md:mt-1 xl:flex-nowrap">
          {search ? <SearchField {...search} /> : null}
          <div className="contents">{filters}</div>
          {title ? null : <div className="flex shrink-0 items-center gap-2 xl:ms-auto">{actions}</div>}
        </div>
        <div
          className={cn(
            'my-1 flex flex-wrap items-center gap-x-4 max-md:my-0.5',
            (count !== undefined || totals !== undefined) && 'min-h-7',
            // As high before the totals have loaded.
            totals !== undefined && 'max-md:min-h-11',
          )}
        >
          <div className="contents">{bulk}</div>
          <div className="contents">{totals}</div>
          <StaleNote of={props.list} className="ms-auto justify-end" />
          {count === undefined ? null : (
            <p role="status" className="figures shrink-0 text-sm whitespace-nowrap text-soft">
              {count}
            </p>
          )}
        </div>
        <div className="overflow-clip rounded-xl border border-line bg-surface">{props.children}</div>
        {props.pages}
        {props.note && props.list.data ? (
          <div className="mt-4 text-sm text-soft lg:hidden">{props.note}</div>
        ) : null}
      </section>
    </>
  )
}
