import { contract } from '#lib/contract/all.ts'
import { orderGift } from '#lib/domain/gifts/order.ts'
import { endpoint } from '#lib/web/endpoint.ts'
import { methods } from '#lib/web/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.gifts.bulkVote,
    { rate: { points: 30, seconds: 60, by: ({ body }) => body.phone_number } },
    ({ params, body, address, idempotencyKey }) =>
      orderGift({
        videoId: params.id,
        voteCount: body.vote_count,
        phone: body.phone_number,
        sessionId: body.session_id,
        deviceFingerprint: body.device_fingerprint,
        address,
        idempotencyKey,
      }),
  ),
})
