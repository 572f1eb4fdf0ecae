import { contract } from '#lib/contract/all.ts'
import { rejectProposal } from '#lib/domain/settings/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.settings.reject, {}, ({ params, actor, address }) =>
    rejectProposal({ id: params.id, by: actor, address }),
  ),
})
