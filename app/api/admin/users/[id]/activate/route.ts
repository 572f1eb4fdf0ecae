import { contract } from '#lib/contract/all.ts'
import { activateAccount } from '#lib/domain/profiles/account-activation.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.activateUser, {}, ({ params, actor, address }) =>
    activateAccount({ id: params.id, by: actor, address }),
  ),
})
