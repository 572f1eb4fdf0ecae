import { useTranslations } from 'next-intl'
import { CsvButton } from '#components/desk/head-action.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import type { AuditLog } from '#lib/contract/audit/calls.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { AuditFiltersBar } from './audit-filters-bar.tsx'
import { ChangeDetails } from './change-details.tsx'
import { useAudit, useAuditFilters } from './use-audit.ts'
import { useAuditWords } from './use-audit-words.ts'

export default function AuditTab() {
  const t = useTranslations('AdminAudit')
  const address = useTableAddress(['newest'])
  const { filters, filterBy } = useAuditFilters()
  const list = useAudit(filters, address.page)
  const columns = useAuditColumns()
  useLoadToast(list)
  return (
    <StaffList
      title={t('title')}
      note={t('note')}
      actions={
        <CsvButton
          onDownload={() => downloadCsv('GET /admin/audit-logs.csv', { query: filters }, 'ngoma-audit')}
        />
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
      filters={<AuditFiltersBar filters={filters} actions={list.data?.actions ?? []} onFilter={filterBy} />}
    />
  )
}

function useAuditColumns(): StaffColumn<AuditLog, 'newest'>[] {
  const t = useTranslations('AdminAudit')
  const formats = useFormats()
  const words = useAuditWords()
  return [
    {
      id: 'when',
      head: t('columns.when'),
      cell: (row) => <span className="figures text-sm">{formats.moment(row.created_at)}</span>,
      notOnPhone: true,
      width: 'md:w-44',
    },
    {
      id: 'who',
      head: t('columns.who'),
      cell: (row) => <span className="font-semibold wrap-anywhere">{words.who(row)}</span>,
      notOnPhone: true,
      width: 'md:w-44',
    },
    {
      id: 'what',
      head: t('columns.what'),
      cell: (row) => <ChangeDetails row={row} />,
    },
    {
      id: 'from',
      head: t('columns.from'),
      cell: (row) => <span className="figures text-sm wrap-anywhere">{row.ip_address}</span>,
      notOnPhone: true,
      width: 'md:w-32',
    },
  ]
}
