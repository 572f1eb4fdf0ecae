import { contract } from '#lib/contract/all.ts'
import { listTransfers } from '#lib/domain/transfers/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.transfers, {}, ({ query, actor }) => listTransfers(query, actor.id)),
})
