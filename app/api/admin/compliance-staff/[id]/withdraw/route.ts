import { contract } from '#lib/contract/all.ts'
import { withdrawInvitation } from '#lib/domain/staff/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.withdrawInvitation, {}, async ({ params, actor, address }) => {
    await withdrawInvitation({ id: params.id, by: actor, address })
    return {}
  }),
})
