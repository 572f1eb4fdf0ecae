import { contract } from '#lib/contract/all.ts'
import { cancelByLink } from '#lib/domain/payouts/cancel.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.wallets.cancelByMail,
    { rate: { points: 20, seconds: 60, by: 'network' } },
    async ({ body, address }) => ({
      transaction_reference: await cancelByLink(body.token, address),
      status: 'cancelled',
    }),
  ),
})
