import { contract } from '#lib/contract/all.ts'
import { listReports } from '#lib/domain/accounting/read-report.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.accounting.reports, {}, () => listReports()),
})
