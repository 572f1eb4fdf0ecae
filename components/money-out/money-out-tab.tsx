import { ChevronRight, ChevronsLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useChosenColumns } from '#components/desk/column-choice.tsx'
import { DayField } from '#components/desk/day-field.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListFrame } from '#components/desk/list-frame.tsx'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, visitParam } from '#components/ui/use-address-param.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import type { MoneyOutRow } from '#lib/contract/money-out/calls.ts'
import { moneyOutKinds, moneyOutStates } from '#lib/contract/money-out/constants.ts'
import { useMoneyOutColumns } from './money-out-columns.tsx'
import { MoneyOutTotals } from './money-out-totals.tsx'
import { useMoneyOut } from './use-money-out.ts'

type Shown = ReturnType<typeof useMoneyOut>

export default function MoneyOutTab() {
  const t = useTranslations('MoneyOut')
  const shown = useMoneyOut()
  const { filters, list } = shown
  const columns = useMoneyOutColumns()
  return (
    <ListFrame
      title={t('title')}
      note={t('note')}
      actions={
        <CsvButton
          onDownload={() => downloadCsv('GET /admin/money-out.csv', { query: filters }, 'ngoma-money-out')}
        />
      }
      caption={t('title')}
      columns={columns}
      search={{
        label: t('search'),
        value: filters.search,
        onSearch: (words) => shown.filterBy('search', words),
      }}
      filters={<Filters shown={shown} />}
      totals={<MoneyOutTotals totals={shown.totals} />}
      list={list}
      pages={<Pages shown={shown} />}
    >
      <Rows shown={shown} columns={columns} />
    </ListFrame>
  )
}

function Filters({ shown: { filters, filterBy, clear } }: { shown: Shown }) {
  const t = useTranslations('MoneyOut')
  return (
    <FilterFields active={countActive(filters)} onClear={clear}>
      <SelectField
        label={t('kind')}
        value={filters.kind ?? ''}
        onChange={({ target }) => filterBy('kind', target.value)}
        options={[
          { value: '', words: t('anyKind') },
          ...moneyOutKinds.map((one) => ({ value: one, words: t(`kinds.${one}`) })),
        ]}
      />
      <SelectField
        label={t('state')}
        value={filters.state ?? ''}
        onChange={({ target }) => filterBy('state', target.value)}
        options={[
          { value: '', words: t('anyState') },
          ...moneyOutStates.map((one) => ({ value: one, words: t(`states.${one}`) })),
        ]}
      />
      <SelectField
        label={t('by')}
        className="min-[26rem]:max-md:col-span-2"
        value={filters.by ?? ''}
        onChange={({ target }) => filterBy('by', target.value)}
        options={[
          { value: '', words: t('byBegun') },
          { value: 'paid', words: t('byPaid') },
        ]}
      />
      <DayField
        label={t('from')}
        value={filters.from}
        max={filters.to || undefined}
        onDay={(day) => filterBy('from', day)}
      />
      <DayField
        label={t('to')}
        value={filters.to}
        min={filters.from || undefined}
        onDay={(day) => filterBy('to', day)}
      />
    </FilterFields>
  )
}

type RowsProps = { shown: Shown; columns: readonly StaffColumn<MoneyOutRow>[] }

function Rows({ shown: { list, isFiltered }, columns: all }: RowsProps) {
  const t = useTranslations('MoneyOut')
  const columns = useChosenColumns(all)
  if (list.isError && !list.data)
    return (
      <div className="p-3">
        <LoadFailed
          words={t('failed')}
          error={list.error}
          onRetry={list.refetch}
          retrying={list.isFetching}
        />
      </div>
    )
  if (!list.data)
    return (
      <div aria-hidden="true" className="grid gap-px">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <div key={row} className="skeleton mx-4 my-2 h-6.5" />
        ))}
      </div>
    )
  if (list.data.results.length === 0)
    return (
      <p role="status" className="px-4 py-14 text-center text-lg font-semibold">
        {t(isFiltered ? 'nothingFound' : 'none')}
      </p>
    )
  return (
    <StaffTable
      caption={t('title')}
      columns={columns}
      rows={list.data.results}
      rowKey={({ key }) => key}
      isStale={list.isPlaceholderData}
    />
  )
}

function Pages({ shown: { list, after } }: { shown: Shown }) {
  const t = useTranslations('MoneyOut')
  const next = list.data?.next
  if (!after && !next) return null
  const style = 'tap inline-flex items-center gap-1 rounded-full px-3 font-semibold hover:bg-sunken'
  return (
    <nav aria-label={t('pages')} className="mt-2 flex items-center justify-between gap-2">
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
