import { contract } from '#lib/contract/all.ts'
import { sumPayments } from '#lib/domain/overview/payments.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.totals, {}, ({ query }) => sumPayments(query)),
})
