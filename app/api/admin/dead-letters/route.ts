import { contract } from '#lib/contract/all.ts'
import { listDeadLetters } from '#lib/domain/health/dead-letters.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.health.deadLetters, {}, () => listDeadLetters()),
})
