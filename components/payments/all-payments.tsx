import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CursorList } from '#components/desk/cursor-list.tsx'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListTotals } from '#components/desk/list-totals.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { CaseStatusMark } from '#components/reconciliation/case-status-mark.tsx'
import { PaymentName, useAmountColumn } from '#components/reconciliation/payment-cells.tsx'
import { useCaseWords } from '#components/reconciliation/use-case-words.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { MOST_ADDED_UP, paymentPurposes, paymentStandings } from '#lib/contract/payments/constants.ts'
import type { ListedPayment, PaymentTotals as Totals } from '#lib/contract/payments/payment-list.ts'
import { useAllPayments } from './use-all-payments.ts'

type Shown = ReturnType<typeof useAllPayments>

export function AllPayments({ views }: { views: ReactNode }) {
  const t = useTranslations('AdminPayments')
  const shown = useAllPayments()
  const { filters } = shown
  const columns = useColumns()
  return (
    <CursorList
      title={t('all.title')}
      note={t('all.note')}
      views={views}
      actions={
        <CsvButton
          onDownload={() => downloadCsv('GET /admin/all-payments.csv', { query: filters }, 'ngoma-payments')}
        />
      }
      columns={columns}
      rowKey={({ id }) => id}
      search={{
        label: t('all.search'),
        value: filters.search,
        onSearch: (words) => shown.filterBy('search', words),
      }}
      filters={<Filters shown={shown} />}
      totals={<PaymentTotals totals={shown.totals} />}
      list={shown.list}
      after={shown.after}
      empty={t(shown.isFiltered ? 'all.nothingFound' : 'all.none')}
      failed={t('failed')}
    />
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
      <DayRange range={{ ...filters, setDay: filterBy }} />
    </FilterFields>
  )
}

function PaymentTotals({ totals }: { totals: Totals | undefined }) {
  const t = useTranslations('AdminPayments')
  const formats = useFormats()
  if (totals?.by_state === null)
    return <p className="text-sm text-soft">{t('all.tooMany', { count: formats.count(MOST_ADDED_UP) })}</p>
  const words = ({ count, amount }: { count: number; amount: number }) =>
    `${formats.shillings(amount)} (${formats.count(count)})`
  return (
    <ListTotals
      totals={[
        [t('all.total'), totals && words(totals)],
        ...(totals?.by_state ?? []).map((sum) => [t(`statuses.${sum.state}`), words(sum)] as const),
      ]}
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
