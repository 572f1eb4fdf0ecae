import { contract } from '#lib/contract/all.ts'
import { readToday } from '#lib/domain/overview/today.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.today, {}, readToday),
})
