import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton, HeadAction } from '#components/desk/head-action.tsx'
import { TotalsFold } from '#components/desk/list-totals.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { addressWith, visitParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import type { Dispute, DisputePage } from '#lib/contract/disputes/calls.ts'
import { disputeFilters, disputeKinds } from '#lib/contract/disputes/constants.ts'
import { DisputeMark } from './dispute-mark.tsx'
import { useDisputes } from './use-disputes.ts'

export function DisputeList() {
  const t = useTranslations('AdminDisputes')
  const { address, filters, list, filterBy } = useDisputes()
  const columns = useColumns()
  return (
    <StaffList
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <CsvButton
            onDownload={() => downloadCsv('GET /admin/disputes.csv', { query: filters }, 'ngoma-disputes')}
          />
          <HeadAction
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => visitParam('new', '1')}
          >
            {t('open.button')}
          </HeadAction>
        </>
      }
      caption={t(`filters.${filters.status}`)}
      columns={columns}
      rowKey={({ id }) => id}
      list={list}
      address={address}
      pageSize={PAGE_SIZE}
      empty={t('empty')}
      failed={t('failed')}
      searchLabel={t('search')}
      filters={<Filters filters={filters} filterBy={filterBy} />}
      totals={list.data ? <Figures page={list.data} /> : null}
    />
  )
}

function Figures({
  page: {
    figures: { open, overdue, median_hours },
    amount,
  },
}: {
  page: DisputePage
}) {
  const t = useTranslations('AdminDisputes.figures')
  const formats = useFormats()
  return (
    <TotalsFold>
      <p className="figures flex flex-wrap gap-x-4 text-sm text-soft">
        <span>{t('open', { count: open })}</span>
        <span className={overdue > 0 ? 'font-semibold text-alarm' : ''}>
          {t('overdue', { count: overdue })}
        </span>
        <span>
          {median_hours === null ? t('noMedian') : t('median', { time: formats.hours(median_hours) })}
        </span>
        <span>{t('amount', { amount: formats.shillings(amount) })}</span>
      </p>
    </TotalsFold>
  )
}

type FiltersProps = Pick<ReturnType<typeof useDisputes>, 'filters' | 'filterBy'>

function Filters({ filters, filterBy }: FiltersProps) {
  const t = useTranslations('AdminDisputes')
  const dispute = useTranslations('Dispute')
  return (
    <FilterFields active={countActive({ ...filters, status: filters.status !== 'unresolved' })}>
      <SelectField
        label={t('fields.status')}
        className="min-w-0"
        value={filters.status}
        onChange={({ target }) => filterBy('status', target.value === 'unresolved' ? '' : target.value)}
        options={disputeFilters.map((one) => ({ value: one, words: t(`filters.${one}`) }))}
      />
      <SelectField
        label={t('fields.kind')}
        className="min-w-0"
        value={filters.kind}
        onChange={({ target }) => filterBy('kind', target.value)}
        options={[
          { value: '', words: t('anyKind') },
          ...disputeKinds.map((one) => ({ value: one, words: dispute(`kinds.${one}`) })),
        ]}
      />
      <DayRange range={{ ...filters, setDay: filterBy }} />
    </FilterFields>
  )
}

function useColumns(): StaffColumn<Dispute>[] {
  const t = useTranslations('AdminDisputes.columns')
  const formats = useFormats()
  return [
    { id: 'what', head: t('what'), cell: (row) => <What row={row} /> },
    {
      id: 'amount',
      head: t('amount'),
      notOnPhone: true,
      align: 'end',
      width: 'w-32',
      cell: ({ amount }) => (
        <span className="figures whitespace-nowrap">{amount === null ? '–' : formats.shillings(amount)}</span>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      notOnPhone: true,
      width: 'w-48',
      cell: (row) => <DisputeMark dispute={row} />,
    },
    {
      id: 'owner',
      head: t('owner'),
      notOnPhone: true,
      width: 'w-40',
      cell: ({ owner }) => owner?.username ?? '–',
    },
    {
      id: 'due',
      head: t('due'),
      notOnPhone: true,
      align: 'end',
      width: 'w-44',
      cell: ({ due_at }) => <span className="figures whitespace-nowrap">{formats.moment(due_at)}</span>,
    },
  ]
}

function What({ row }: { row: Dispute }) {
  const t = useTranslations('Dispute')
  const href = addressWith({ dispute: row.id })
  const formats = useFormats()
  const details = [row.reference, row.receipt, row.phone && formatPhone(row.phone)].filter(Boolean)
  return (
    <span className="block min-w-0">
      <a
        href={href}
        onClick={(event) => followHere(event, () => visitParam('dispute', row.id))}
        className="font-semibold underline-offset-4 hover:underline"
      >
        {unbroken(t(`kinds.${row.kind}`))}
      </a>
      <span className="figures block text-sm text-soft">{details.join(' · ')}</span>
      <span className="mt-1 flex flex-wrap items-center gap-x-3 md:hidden">
        <DisputeMark dispute={row} />
        {row.amount === null ? null : <span className="figures">{formats.shillings(row.amount)}</span>}
      </span>
    </span>
  )
}
