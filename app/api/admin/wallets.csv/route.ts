import { downloads } from '#lib/contract/all.ts'
import { exportWallets, walletColumns } from '#lib/domain/overview/files.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({
    call: downloads.wallets,
    name: 'ngoma-wallets',
    columns: walletColumns,
    open: (_query, by) => exportWallets(by),
  }),
})
