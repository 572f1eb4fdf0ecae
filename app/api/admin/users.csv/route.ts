import { downloads } from '#lib/contract/all.ts'
import { exportUsers, userColumns } from '#lib/domain/overview/files.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: csvDownload({ call: downloads.users, name: 'ngoma-users', columns: userColumns, open: exportUsers }),
})
