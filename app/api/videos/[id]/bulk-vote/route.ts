import { contract } from '#lib/contract/all.ts'
import { orderGift } from '#lib/domain/gifts/order.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.gifts.bulkVote,
    { rate: { points: 30, seconds: 60, by: ({ body }) => body.phone_number } },
    ({ params: { id: videoId }, body, address, idempotencyKey }) => {
      const { vote_count: voteCount, phone_number: phone, session_id: sessionId } = body
      const asked = { videoId, voteCount, phone, sessionId, deviceFingerprint: body.device_fingerprint }
      return orderGift({ ...asked, address, idempotencyKey })
    },
  ),
})
