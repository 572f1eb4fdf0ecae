import { downloads } from '#lib/contract/all.ts'
import { exportPersonRecords, recordColumns } from '#lib/domain/people/records.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.person,
    name: 'ngoma-person',
    columns: recordColumns,
    open: (query, by, params) => exportPersonRecords(params.id, query, by),
  }),
})
