import { contract } from '#lib/contract/all.ts'
import { listCases } from '#lib/domain/reconciliation/list-cases.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.list, {}, ({ query, actor }) => listCases(query, actor.id)),
})
