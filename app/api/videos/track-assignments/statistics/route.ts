import { contract } from '#lib/contract/all.ts'
import { countAssignments } from '#lib/domain/assignments/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.assignments.statistics, {}, () => countAssignments()),
})
