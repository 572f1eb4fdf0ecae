import { contract } from '#lib/contract/all.ts'
import { approveFactorReset } from '#lib/domain/staff/reset-second-factor.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.approveSecondFactorReset, {}, ({ params, actor, address }) =>
    approveFactorReset({ id: params.id, by: actor, address }),
  ),
})
