import { ChevronRight, ChevronsLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { addressWith, visitParam } from '#components/ui/use-address-param.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { ListFrame, type ListHead } from './list-frame.tsx'
import { type ListedRows, ListRows } from './list-rows.tsx'
import type { StaffColumn } from './staff-table.tsx'

type CursorListProps<Row> = ListHead & {
  title: string
  columns: readonly StaffColumn<Row>[]
  rowKey: (row: Row) => string
  list: ListedRows<Row> & { data?: { next: string | null } }
  search: { label: string; value: string; onSearch: (words: string) => void }
  /** Cursor of the shown page; empty on the first. */
  after: string
  empty: string
  failed: string
}

/** A list too long to count. The address stores its cursor as `?after=`. */
export function CursorList<Row>({ after, empty, ...props }: CursorListProps<Row>) {
  const { title, list, columns, rowKey, failed } = props
  return (
    <ListFrame {...props} caption={title} pages={<Pages after={after} next={list.data?.next ?? null} />}>
      <ListRows
        caption={title}
        columns={columns}
        rowKey={rowKey}
        list={list}
        failed={failed}
        empty={
          <p role="status" className="text-lg font-semibold">
            {empty}
          </p>
        }
        placeholders={6}
      />
    </ListFrame>
  )
}

function Pages({ after, next }: { after: string; next: string | null }) {
  const t = useTranslations('Desk.pages')
  if (!after && !next) return null
  const style = 'tap inline-flex items-center gap-1 rounded-full px-3 font-semibold hover:bg-sunken'
  return (
    <nav aria-label={t('label')} className="mt-2 flex items-center justify-between gap-2">
      {after ? (
        <a
          href={addressWith({ after: null })}
          onClick={(event) => followHere(event, () => visitParam('after', null))}
          className={style}
        >
          <ChevronsLeft aria-hidden="true" className="size-5" /> {t('newest')}
        </a>
      ) : (
        <span />
      )}
      {next ? (
        <a
          href={addressWith({ after: next })}
          onClick={(event) => followHere(event, () => visitParam('after', next))}
          className={style}
        >
          {t('older')} <ChevronRight aria-hidden="true" className="size-5" />
        </a>
      ) : null}
    </nav>
  )
}
