import { contract } from '#lib/contract/all.ts'
import { listPayments } from '#lib/domain/overview/payments.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.all, {}, ({ query }) => listPayments(query)),
})
