import { contract } from '#lib/contract/all.ts'
import { listOpenTopups } from '#lib/domain/topups/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.wallets.openTopups, {}, ({ actor }) => listOpenTopups(actor.id)),
})
