import { contract } from '#lib/contract/all.ts'
import { listStatements } from '#lib/domain/royalties/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.royalties.statements, {}, ({ query, actor }) => listStatements(actor.id, query)),
})
