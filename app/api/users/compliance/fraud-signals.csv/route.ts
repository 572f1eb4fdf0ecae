import { downloads } from '#lib/contract/all.ts'
import { exportSignals, signalColumns } from '#lib/domain/fraud/file.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.signals,
    name: 'ngoma-signals',
    columns: signalColumns,
    open: exportSignals,
  }),
})
