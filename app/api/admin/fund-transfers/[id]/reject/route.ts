import { contract } from '#lib/contract/all.ts'
import { rejectTransfer } from '#lib/domain/transfers/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.rejectTransfer, {}, ({ params, body, actor, address }) =>
    rejectTransfer({ id: params.id, reason: body.reason, by: actor, address }),
  ),
})
