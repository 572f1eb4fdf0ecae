import { contract } from '#lib/contract/all.ts'
import { claimGift } from '#lib/domain/gifts/claim.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { receiptTries } from '#lib/web/gifts/receipt-tries.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.gifts.claim, { rate: receiptTries }, async ({ body }) =>
    getGift(await claimGift({ receipt: body.receipt, phone: body.phone_number, voteCode: body.vote_code })),
  ),
})
