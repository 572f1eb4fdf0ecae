import { ChevronRight, ChevronsLeft, Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DayField } from '#components/desk/day-field.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { SearchField } from '#components/desk/search-field.tsx'
import { StaffTable } from '#components/desk/staff-table.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { addressWith, visitParam } from '#components/ui/use-address-param.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { moneyOutKinds, moneyOutStates } from '#lib/contract/money-out/constants.ts'
import { useMoneyOutColumns } from './money-out-columns.tsx'
import { MoneyOutTotals } from './money-out-totals.tsx'
import { useMoneyOut } from './use-money-out.ts'

type Shown = ReturnType<typeof useMoneyOut>

export default function MoneyOutTab() {
  const t = useTranslations('MoneyOut')
  const shown = useMoneyOut()
  const { filters, list } = shown
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <Button
          onClick={() => void downloadCsv('GET /admin/money-out.csv', { query: filters }, 'ngoma-money-out')}
        >
          <Download aria-hidden="true" className="size-4" /> {t('csv')}
        </Button>
      </TabHead>
      <div className="mt-5">
        <Filters shown={shown} />
        <MoneyOutTotals totals={shown.totals} />
        <section aria-label={t('title')} className="mt-3">
          <StaleNote of={list} className="justify-end" />
          <div className="overflow-clip rounded-2xl border border-line bg-surface">
            <Rows shown={shown} />
          </div>
          <Pages shown={shown} />
        </section>
      </div>
    </>
  )
}

function Filters({ shown: { filters, filterBy, clear, isFiltered } }: { shown: Shown }) {
  const t = useTranslations('MoneyOut')
  return (
    <fieldset className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[minmax(12rem,1.5fr)_repeat(5,minmax(0,1fr))]">
      <legend className="sr-only">{t('filters')}</legend>
      <div className="col-span-2 min-w-0 md:col-span-3 xl:col-span-1">
        <SearchField
          framed
          label={t('search')}
          value={filters.search}
          onSearch={(words) => filterBy('search', words)}
        />
      </div>
      <FilterFields active={countActive(filters)}>
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
        {isFiltered ? (
          <Button tone="quiet" className="justify-self-start" onClick={clear}>
            {t('clear')}
          </Button>
        ) : null}
      </FilterFields>
    </fieldset>
  )
}

function Rows({ shown: { list, isFiltered } }: { shown: Shown }) {
  const t = useTranslations('MoneyOut')
  const columns = useMoneyOutColumns()
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
          <div key={row} className="skeleton mx-4 my-3 h-8" />
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
