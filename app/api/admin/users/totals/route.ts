import { contract } from '#lib/contract/all.ts'
import { readUserTotals } from '#lib/domain/overview/users.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.userTotals, {}, ({ query }) => readUserTotals(query)),
})
