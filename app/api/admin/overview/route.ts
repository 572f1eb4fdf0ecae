import { contract } from '#lib/contract/all.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.overview, {}, () => readOverview()),
})
