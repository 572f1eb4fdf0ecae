import { contract } from '#lib/contract/all.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.stats, {}, ({ query }) => readStats(query.step)),
})
