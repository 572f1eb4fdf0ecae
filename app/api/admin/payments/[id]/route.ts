import { contract } from '#lib/contract/all.ts'
import { readCase } from '#lib/domain/reconciliation/case-detail.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.detail, {}, ({ params, actor }) => readCase(params.id, actor.id)),
})
