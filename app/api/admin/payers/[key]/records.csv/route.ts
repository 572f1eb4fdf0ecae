import { downloads } from '#lib/contract/all.ts'
import { exportPayerRecords, recordColumns } from '#lib/domain/people/records.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.payer,
    name: 'ngoma-payer',
    columns: recordColumns,
    open: (query, by, params) => exportPayerRecords(params.key, query, by),
  }),
})
