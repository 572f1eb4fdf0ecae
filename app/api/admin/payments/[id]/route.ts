import { contract } from '#lib/contract/all.ts'
import { readCase } from '#lib/domain/reconciliation/case-detail.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.detail, {}, ({ params, actor }) => readCase(params.id, actor.id)),
})
