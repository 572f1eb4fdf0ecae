import { contract } from '#lib/contract/all.ts'
import { rejectCash } from '#lib/domain/cash/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.cash.reject, {}, ({ params, body, actor, address }) =>
    rejectCash({ id: params.id, reason: body.reason, by: actor, address }),
  ),
})
