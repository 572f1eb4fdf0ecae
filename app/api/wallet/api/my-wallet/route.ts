import { contract } from '#lib/contract/all.ts'
import { findWallet } from '#lib/domain/wallets/queries.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.wallets.mine, {}, async ({ actor }) => {
    const wallet = await findWallet(actor.id)
    return wallet ? [wallet] : []
  }),
})
