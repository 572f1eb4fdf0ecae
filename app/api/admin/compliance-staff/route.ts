import { contract } from '#lib/contract/all.ts'
import { inviteStaff } from '#lib/domain/staff/invite.ts'
import { listStaff } from '#lib/domain/staff/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.staff, {}, ({ query, actor }) => listStaff(query, actor.id)),
  POST: endpoint(contract.admin.inviteStaff, {}, ({ body, actor, address }) =>
    inviteStaff({ ...body, by: actor, address }),
  ),
})
