import { contract } from '#lib/contract/all.ts'
import { cancelOwn } from '#lib/domain/payouts/cancel.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.wallets.cancelWithdrawal, {}, async ({ params, actor, address }) => ({
    transaction_reference: await cancelOwn(actor.id, params.reference, address),
    status: 'cancelled',
  })),
})
