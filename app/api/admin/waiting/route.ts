import { contract } from '#lib/contract/all.ts'
import { countWaiting } from '#lib/domain/overview/waiting.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.waiting, {}, countWaiting),
})
