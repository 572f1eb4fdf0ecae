import { contract } from '#lib/contract/all.ts'
import { activateAccount } from '#lib/domain/profiles/account-activation.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.activateUser, {}, ({ params, body, actor, address }) =>
    activateAccount({ id: params.id, reason: body.reason, by: actor, address }),
  ),
})
