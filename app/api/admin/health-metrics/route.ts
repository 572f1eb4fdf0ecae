import { contract } from '#lib/contract/all.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.health.metrics, {}, () => readHealth()),
})
