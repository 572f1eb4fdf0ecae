import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { Button } from '#components/ui/button.tsx'
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
    <>
      <TabHead title={t('title')} note={t('note')}>
        <Button
          onClick={() => void downloadCsv('GET /admin/audit-logs.csv', { query: filters }, 'ngoma-audit')}
        >
          <Download aria-hidden="true" className="size-4" /> {t('csv')}
        </Button>
      </TabHead>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <AuditFiltersBar filters={filters} actions={list.data?.actions ?? []} onFilter={filterBy} />
        <StaffList
          caption={t('caption')}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          address={address}
          pageSize={PAGE_SIZE}
          empty={t('empty')}
          failed={t('failed')}
          searchLabel={t('search')}
        />
      </div>
    </>
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
