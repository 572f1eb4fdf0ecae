import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton, HeadAction } from '#components/desk/head-action.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, useAddressParam, useAddressText } from '#components/ui/use-address-param.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { cashPlaces, cashStates, listedCashKinds } from '#lib/contract/cash/constants.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { DecideJournal } from './decide-journal.tsx'
import { type AskedDecision, useJournalColumns } from './journal-columns.tsx'
import { JournalTotals } from './journal-totals.tsx'
import { type CashDraft, ProposeJournal } from './propose-journal.tsx'
import { useCashList } from './use-cash.ts'

const empty: CashDraft = { kind: 'to_bank', place: 'working', amount: '' }

/** Cash journals: proposals for a second super admin, and all posted ones. */
export default function BooksTab() {
  const t = useTranslations('AdminBooks')
  const shown = useCashList()
  const { list, address, filters } = shown
  const suggested = useSuggestion()
  const [isNew, setNew] = useState(false)
  const [asked, setAsked] = useState<AskedDecision | null>(null)
  const columns = useJournalColumns(setAsked)
  useLoadToast(list)
  return (
    <>
      <StaffList
        title={t('title')}
        note={t('note')}
        actions={
          <>
            <CsvButton
              onDownload={() =>
                downloadCsv('GET /admin/cash-journals.csv', { query: filters }, 'ngoma-cash-journals')
              }
            />
            <HeadAction
              tone="money"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setNew(true)}
            >
              {t('new')}
            </HeadAction>
          </>
        }
        caption={t('caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={list}
        address={address}
        pageSize={PAGE_SIZE}
        empty={t('empty')}
        failed={t('failed')}
        searchLabel={t('search')}
        filters={<Filters shown={shown} />}
        totals={<JournalTotals totals={list.data?.totals} />}
      />
      {isNew || suggested ? (
        <ProposeJournal
          draft={suggested ?? empty}
          onClose={() => {
            setNew(false)
            if (suggested) replaceAddress(addressWith({ propose: null, difference: null }))
          }}
        />
      ) : null}
      {asked ? (
        <DecideJournal
          {...asked}
          current={list.data?.results.find(({ id }) => id === asked.journal.id)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

/**
 * Reads a draft from the link of a difference (`?propose=working&difference=-500`); null if the address has
 * none.
 */
function useSuggestion(): CashDraft | null {
  const place = useAddressParam('propose', cashPlaces, 'bank')
  const difference = Number(useAddressText('difference') ?? '')
  if (!difference) return null
  return { kind: difference > 0 ? 'float_in' : 'to_bank', place, amount: String(Math.abs(difference)) }
}

function Filters({ shown }: { shown: ReturnType<typeof useCashList> }) {
  const t = useTranslations('AdminBooks')
  const { filters, filterBy, clear } = shown
  return (
    <FilterFields active={countActive(filters)} onClear={clear}>
      <SelectField
        label={t('filters.kind')}
        value={filters.kind ?? ''}
        onChange={({ target }) => filterBy('kind', target.value)}
        options={[
          { value: '', words: t('filters.anyKind') },
          ...listedCashKinds.map((one) => ({ value: one, words: t(`kinds.${one}`) })),
        ]}
      />
      <SelectField
        label={t('filters.status')}
        value={filters.status ?? ''}
        onChange={({ target }) => filterBy('status', target.value)}
        options={[
          { value: '', words: t('filters.anyStatus') },
          ...cashStates.map((one) => ({ value: one, words: t(`statuses.${one}`) })),
        ]}
      />
      <DayRange range={{ ...filters, setDay: filterBy }} />
    </FilterFields>
  )
}
