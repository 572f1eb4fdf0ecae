import { ChevronRight, ChevronsLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useChosenColumns } from '#components/desk/column-choice.tsx'
import { DayField } from '#components/desk/day-field.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListFrame } from '#components/desk/list-frame.tsx'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { CaseStatusMark } from '#components/reconciliation/case-status-mark.tsx'
import { PaymentName, useAmountColumn } from '#components/reconciliation/payment-cells.tsx'
import { useCaseWords } from '#components/reconciliation/use-case-words.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, visitParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { paymentPurposes, paymentStandings } from '#lib/contract/payments/constants.ts'
import type { ListedPayment } from '#lib/contract/payments/payment-list.ts'
import { useAllPayments } from './use-all-payments.ts'

type Shown = ReturnType<typeof useAllPayments>

export function AllPayments({ views }: { views: ReactNode }) {
  const t = useTranslations('AdminPayments.all')
  const shown = useAllPayments()
  const { filters } = shown
  const columns = useColumns()
  return (
    <ListFrame
      title={t('title')}
      note={t('note')}
      views={views}
      actions={
        <CsvButton
          onDownload={() => downloadCsv('GET /admin/all-payments.csv', { query: filters }, 'ngoma-payments')}
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
      list={shown.list}
      pages={<Pages shown={shown} />}
    >
      <Rows shown={shown} columns={columns} />
    </ListFrame>
  )
}

function Filters({ shown: { filters, filterBy, clear } }: { shown: Shown }) {
  const t = useTranslations('AdminPayments')
  return (
    <FilterFields active={countActive(filters)} onClear={clear}>
      <SelectField
        label={t('all.purpose')}
        value={filters.purpose ?? ''}
        onChange={({ target }) => filterBy('purpose', target.value)}
        options={[
          { value: '', words: t('all.anyPurpose') },
          ...paymentPurposes.map((one) => ({ value: one, words: t(`purposes.${one}`) })),
        ]}
      />
      <SelectField
        label={t('all.state')}
        value={filters.state ?? ''}
        onChange={({ target }) => filterBy('state', target.value)}
        options={[
          { value: '', words: t('all.anyState') },
          ...paymentStandings.map((one) => ({ value: one, words: t(`statuses.${one}`) })),
        ]}
      />
      <DayField
        label={t('all.from')}
        value={filters.from}
        max={filters.to || undefined}
        onDay={(day) => filterBy('from', day)}
      />
      <DayField
        label={t('all.to')}
        value={filters.to}
        min={filters.from || undefined}
        onDay={(day) => filterBy('to', day)}
      />
    </FilterFields>
  )
}

type RowsProps = { shown: Shown; columns: readonly StaffColumn<ListedPayment>[] }

function Rows({ shown: { list, isFiltered }, columns: all }: RowsProps) {
  const t = useTranslations('AdminPayments')
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
        {t(isFiltered ? 'all.nothingFound' : 'all.none')}
      </p>
    )
  return (
    <StaffTable
      caption={t('all.title')}
      columns={columns}
      rows={list.data.results}
      rowKey={({ id }) => id}
      isStale={list.isPlaceholderData}
    />
  )
}

function useColumns(): StaffColumn<ListedPayment>[] {
  const t = useTranslations('AdminPayments.columns')
  const formats = useFormats()
  const amount = useAmountColumn<ListedPayment>()
  return [
    { id: 'what', head: t('what'), cell: (row) => <What row={row} /> },
    amount,
    {
      id: 'receipt',
      head: t('receipt'),
      notOnPhone: true,
      wideOnly: true,
      width: 'w-42 ps-6!',
      cell: ({ receipt }) => <span className="figures text-sm">{receipt}</span>,
    },
    {
      id: 'status',
      head: t('status'),
      notOnPhone: true,
      width: 'w-44 ps-6!',
      cell: (row) => <CaseStatusMark row={row} />,
    },
    {
      id: 'asked',
      head: t('asked'),
      notOnPhone: true,
      wideOnly: true,
      align: 'end',
      width: 'w-44',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="figures text-sm">
          {formats.moment(created_at)}
        </time>
      ),
    },
  ]
}

function What({ row }: { row: ListedPayment }) {
  const words = useCaseWords()
  const formats = useFormats()
  return (
    <PaymentName
      row={row}
      title={words.title({ ...row, kind: 'payment' })}
      details={[row.phone && formatPhone(row.phone), row.reference]}
      more={
        <span className="figures mt-1 block text-sm text-soft wrap-anywhere">
          {[row.receipt, formats.moment(row.created_at)].filter(Boolean).join(' · ')}
        </span>
      }
    />
  )
}

function Pages({ shown: { list, after } }: { shown: Shown }) {
  const t = useTranslations('AdminPayments.all')
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
