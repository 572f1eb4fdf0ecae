import { contract } from '#lib/contract/all.ts'
import { listUnassignedDancers } from '#lib/domain/assignments/queries.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.assignments.unassigned, {}, () => listUnassignedDancers()),
})
