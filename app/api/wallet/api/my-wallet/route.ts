import { contract } from '#lib/contract/all.ts'
import { findWallet } from '#lib/domain/wallets/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.wallets.mine, {}, async ({ actor }) => {
    const wallet = await findWallet(actor.id)
    return wallet ? [wallet] : []
  }),
})
