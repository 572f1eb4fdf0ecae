import { contract } from '#lib/contract/all.ts'
import { deactivateStaff } from '#lib/domain/staff/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.deactivateStaff, {}, ({ params, actor, address }) =>
    deactivateStaff({ id: params.id, by: actor, address }),
  ),
})
