import { contract } from '#lib/contract/all.ts'
import { listWallets } from '#lib/domain/transfers/queries.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.wallets, {}, ({ actor }) => listWallets(actor.id)),
})
