import { contract } from '#lib/contract/all.ts'
import { deactivateStaff } from '#lib/domain/staff/commands.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.deactivateStaff, {}, ({ params, actor, address }) =>
    deactivateStaff({ id: params.id, by: actor, address }),
  ),
})
