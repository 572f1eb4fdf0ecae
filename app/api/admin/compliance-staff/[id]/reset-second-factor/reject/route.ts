import { contract } from '#lib/contract/all.ts'
import { rejectFactorReset } from '#lib/domain/staff/reset-second-factor.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.rejectSecondFactorReset, {}, ({ params, actor, address }) =>
    rejectFactorReset({ id: params.id, by: actor, address }),
  ),
})
