import { contract } from '#lib/contract/all.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.stats, {}, () => readComplianceStats()),
})
