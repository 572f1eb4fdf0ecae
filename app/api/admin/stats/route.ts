import { contract } from '#lib/contract/all.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.stats, {}, ({ query }) => readStats(query.step)),
})
