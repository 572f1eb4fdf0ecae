import { contract } from '#lib/contract/all.ts'
import { readPublicStatus } from '#lib/domain/health/public-status.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.health.publicStatus, {}, () => readPublicStatus()),
})
