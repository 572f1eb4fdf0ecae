import { downloads } from '#lib/contract/all.ts'
import { cashColumns, exportCashJournals } from '#lib/domain/cash/queries.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.cash,
    name: 'ngoma-cash-journals',
    columns: cashColumns,
    open: exportCashJournals,
  }),
})
