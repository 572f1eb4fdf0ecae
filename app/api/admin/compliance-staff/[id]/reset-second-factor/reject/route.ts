import { contract } from '#lib/contract/all.ts'
import { rejectFactorReset } from '#lib/domain/staff/reset-second-factor.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.rejectSecondFactorReset, {}, ({ params, actor, address }) =>
    rejectFactorReset({ id: params.id, by: actor, address }),
  ),
})
