import { contract } from '#lib/contract/all.ts'
import { listUsers } from '#lib/domain/overview/users.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.users, {}, ({ query }) => listUsers(query)),
})
