import { contract } from '#lib/contract/all.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.period, {}, ({ query }) => readPeriod(query)),
})
