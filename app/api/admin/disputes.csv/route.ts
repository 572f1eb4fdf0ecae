import { downloads } from '#lib/contract/all.ts'
import { disputeColumns, exportDisputes } from '#lib/domain/disputes/file.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.disputes,
    name: 'ngoma-disputes',
    columns: disputeColumns,
    open: exportDisputes,
  }),
})
