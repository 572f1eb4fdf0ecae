import { contract } from '#lib/contract/all.ts'
import { findListedGift } from '#lib/domain/tally/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { receiptTries } from '#lib/web/gifts/receipt-tries.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.tally.find, { rate: receiptTries }, ({ params, body }) =>
    findListedGift(params.id, { receipt: body.receipt, phone: body.phone_number }),
  ),
})
