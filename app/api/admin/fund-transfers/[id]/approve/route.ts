import { contract } from '#lib/contract/all.ts'
import { approveTransfer } from '#lib/domain/transfers/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.approveTransfer, {}, ({ params, actor, address }) =>
    approveTransfer({ id: params.id, by: actor, address }),
  ),
})
