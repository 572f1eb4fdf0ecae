import { contract } from '#lib/contract/all.ts'
import { findTopup } from '#lib/domain/topups/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.wallets.topupStatus, {}, ({ params, actor }) => findTopup(actor.id, params.id)),
})
