import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { ListTotals } from '#components/desk/list-totals.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { Button } from '#components/ui/button.tsx'
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
export function CaseList({ head }: { head: ReactNode }) {
  const t = useTranslations('AdminPayments')
  const desk = useTranslations('Desk')
  const { address, status, days, filters, list, filterBy, clear } = useCases()
  const active = countActive({ ...filters, status: status !== 'unresolved' })
  const columns = useColumns()
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <Button
          onClick={() =>
            void downloadCsv('GET /admin/payments.csv', { query: filters }, 'ngoma-payments-to-resolve')
          }
        >
          <Download aria-hidden="true" className="size-4" /> {desk('csv')}
        </Button>
      </TabHead>
      <div className="mt-3">
        {head}
        <StaffList
          caption={t(`filters.${status}`)}
          columns={columns}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          list={list}
          address={address}
          pageSize={PAGE_SIZE}
          empty={t(active === 0 ? 'empty' : 'emptyFilter')}
          failed={t('failed')}
          searchLabel={t('search')}
        >
          <FilterFields active={active}>
            <SelectField
              label={t('filter')}
              className="min-w-0 md:w-72"
              value={status}
              onChange={(event) => {
                const chosen = caseFilters.find((filter) => filter === event.target.value)
                if (chosen) filterBy(chosen)
              }}
              options={caseFilters.map((filter) => ({ value: filter, words: t(`filters.${filter}`) }))}
            />
            <DayRange range={days} />
            {active > 0 ? (
              <Button tone="quiet" className="justify-self-start" onClick={clear}>
                {desk('filters.clear')}
              </Button>
            ) : null}
          </FilterFields>
          <Totals totals={list.data?.totals} />
        </StaffList>
      </div>
    </>
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
      className="flex min-h-5 flex-wrap max-md:min-h-10"
      totals={(totals ?? []).map(({ kind, count, amount }) => [
        t(kind),
        amount === null
          ? formats.count(count)
          : t('value', { count: formats.count(count), amount: formats.shillings(amount) }),
      ])}
    />
  )
}
