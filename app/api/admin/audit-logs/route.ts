import { contract } from '#lib/contract/all.ts'
import { listAudit } from '#lib/domain/audit/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.auditLogs, {}, ({ query: { page, page_size, ...filters } }) =>
    listAudit(filters, { page, page_size }),
  ),
})
