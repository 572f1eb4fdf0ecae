import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListTotals } from '#components/desk/list-totals.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import type { AdminPayment, AdminPaymentsPage } from '#lib/contract/reconciliation/calls.ts'
import { caseFilters } from '#lib/contract/reconciliation/constants.ts'
import { CaseStatusMark } from './case-status-mark.tsx'
import { PaymentName, useAmountColumn } from './payment-cells.tsx'
import { useCaseWords } from './use-case-words.ts'
import { useCases } from './use-cases.ts'

/** Cases, longest waiting first. A search covers all payments. */
export function CaseList({ views }: { views: ReactNode }) {
  const t = useTranslations('AdminPayments')
  const { address, status, days, filters, list, filterBy, clear } = useCases()
  const active = countActive({ ...filters, status: status !== 'unresolved' })
  const columns = useColumns()
  return (
    <StaffList
      title={t('title')}
      note={t('note')}
      views={views}
      actions={
        <CsvButton
          onDownload={() =>
            downloadCsv('GET /admin/payments.csv', { query: filters }, 'ngoma-payments-to-resolve')
          }
        />
      }
      caption={t(`filters.${status}`)}
      columns={columns}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      list={list}
      address={address}
      pageSize={PAGE_SIZE}
      empty={t(active === 0 ? 'empty' : 'emptyFilter')}
      failed={t('failed')}
      searchLabel={t('search')}
      filters={
        <FilterFields active={active} onClear={clear}>
          <SelectField
            label={t('filter')}
            className="min-w-0"
            value={status}
            onChange={(event) => {
              const chosen = caseFilters.find((filter) => filter === event.target.value)
              if (chosen) filterBy(chosen)
            }}
            options={caseFilters.map((filter) => ({ value: filter, words: t(`filters.${filter}`) }))}
          />
          <DayRange range={days} />
        </FilterFields>
      }
      totals={<Totals totals={list.data?.totals} />}
    />
  )
}

function useColumns(): StaffColumn<AdminPayment>[] {
  const t = useTranslations('AdminPayments.columns')
  const amount = useAmountColumn<AdminPayment>()
  const now = useNow()
  return [
    { id: 'what', head: t('what'), cell: (row) => <What row={row} /> },
    amount,
    {
      id: 'status',
      head: t('status'),
      notOnPhone: true,
      width: 'w-60 ps-6!',
      cell: (row) => <CaseStatusMark row={row} />,
    },
    {
      id: 'since',
      head: t('since'),
      notOnPhone: true,
      align: 'end',
      width: 'w-28',
      cell: ({ since }) => <AgeBadge since={since} now={now} />,
    },
  ]
}

function What({ row }: { row: AdminPayment }) {
  const words = useCaseWords()
  const details = [row.receipt, row.phone && formatPhone(row.phone), words.reason(row)]
  return <PaymentName row={row} title={words.title(row)} details={details} />
}

function Totals({ totals }: { totals: AdminPaymentsPage['totals'] | undefined }) {
  const t = useTranslations('AdminPayments.totals')
  const formats = useFormats()
  return (
    <ListTotals
      totals={(totals ?? []).map(({ kind, count, amount }) => [
        t(kind),
        amount === null
          ? formats.count(count)
          : t('value', { count: formats.count(count), amount: formats.shillings(amount) }),
      ])}
    />
  )
}
