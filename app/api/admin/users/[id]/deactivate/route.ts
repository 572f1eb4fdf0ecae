import { contract } from '#lib/contract/all.ts'
import { deactivateAccount } from '#lib/domain/profiles/account-activation.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.deactivateUser, {}, ({ params, body, actor, address }) =>
    deactivateAccount({ id: params.id, reason: body.reason, by: actor, address }),
  ),
})
