import { useTranslations } from 'next-intl'
import { CursorList } from '#components/desk/cursor-list.tsx'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
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
  const columns = useMoneyOutColumns()
  return (
    <CursorList
      title={t('title')}
      note={t('note')}
      actions={
        <CsvButton
          onDownload={() => downloadCsv('GET /admin/money-out.csv', { query: filters }, 'ngoma-money-out')}
        />
      }
      columns={columns}
      rowKey={({ key }) => key}
      search={{
        label: t('search'),
        value: filters.search,
        onSearch: (words) => shown.filterBy('search', words),
      }}
      filters={<Filters shown={shown} />}
      totals={<MoneyOutTotals totals={shown.totals} />}
      list={list}
      after={shown.after}
      empty={t(shown.isFiltered ? 'nothingFound' : 'none')}
      failed={t('failed')}
    />
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
      <DayRange range={{ ...filters, setDay: filterBy }} />
    </FilterFields>
  )
}
