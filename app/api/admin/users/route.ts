import { contract } from '#lib/contract/all.ts'
import { listUsers } from '#lib/domain/overview/users.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.users, {}, ({ query }) => listUsers(query)),
})
