import { contract } from '#lib/contract/all.ts'
import { listWallets } from '#lib/domain/transfers/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.wallets, {}, ({ actor }) => listWallets(actor.id)),
})
