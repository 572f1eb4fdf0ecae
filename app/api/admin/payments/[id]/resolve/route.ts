import { contract } from '#lib/contract/all.ts'
import { readCase } from '#lib/domain/reconciliation/case-detail.ts'
import { resolveCase } from '#lib/domain/reconciliation/resolve.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.adminPayments.resolve, {}, async ({ params, body, actor, address }) => {
    await resolveCase(params.id, body, actor, address)
    return readCase(params.id, actor.id)
  }),
})
