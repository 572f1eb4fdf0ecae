import { downloads } from '#lib/contract/all.ts'
import { caseColumns, exportCases } from '#lib/domain/reconciliation/case-file.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.cases,
    name: 'ngoma-payments-to-resolve',
    columns: caseColumns,
    open: exportCases,
  }),
})
