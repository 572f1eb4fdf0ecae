import { contract } from '#lib/contract/all.ts'
import { askFactorReset } from '#lib/domain/staff/reset-second-factor.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.resetSecondFactor, {}, ({ params, actor, address }) =>
    askFactorReset({ id: params.id, by: actor, address }),
  ),
})
