import { contract } from '#lib/contract/all.ts'
import { requestWithdrawal } from '#lib/domain/payouts/request.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.wallets.withdraw,
    { rate: { points: 30, seconds: 60, by: 'account' } },
    ({ body: { amount, phone_number: phone, description = '' }, actor, idempotencyKey }) =>
      requestWithdrawal({ ownerId: actor.id, amount, phone, description, idempotencyKey }),
  ),
})
