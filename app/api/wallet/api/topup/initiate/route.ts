import { contract } from '#lib/contract/all.ts'
import { requestTopup } from '#lib/domain/topups/request.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.wallets.topup,
    { rate: { points: 10, seconds: 60, by: 'account' } },
    ({ body: { amount, phone_number: phone }, actor, address, idempotencyKey }) =>
      requestTopup({ ownerId: actor.id, amount, phone, address, idempotencyKey }),
  ),
})
