import { downloads } from '#lib/contract/all.ts'
import { exportMoneyOut, moneyOutColumns } from '#lib/domain/money-out/queries.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.moneyOut,
    name: 'ngoma-money-out',
    columns: moneyOutColumns,
    open: exportMoneyOut,
  }),
})
