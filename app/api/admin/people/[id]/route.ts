import { contract } from '#lib/contract/all.ts'
import { viewPerson } from '#lib/domain/people/person-view.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.person, {}, ({ params, actor }) => viewPerson(params.id, actor.id)),
})
