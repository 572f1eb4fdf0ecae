import { contract } from '#lib/contract/all.ts'
import { findListedGift } from '#lib/domain/tally/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

// Few tries: receipts are short enough to be guessed at speed.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.tally.find,
    { rate: { points: 10, seconds: 600, by: 'address', wellFormedOnly: true } },
    ({ params, body }) => findListedGift(params.id, { receipt: body.receipt, phone: body.phone_number }),
  ),
})
