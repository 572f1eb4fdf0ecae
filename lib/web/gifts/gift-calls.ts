import { contract } from '#lib/contract/all.ts'
import { env } from '#lib/core/env.ts'
import { hiddenKey } from '#lib/core/rate-limit.ts'
import { orderGift } from '#lib/domain/gifts/commands.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'
import { cachedVideoSources } from '#lib/web/cache/cached-video-sources.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { boundedCall } from './bounded-call.ts'

// Used by app/api and the front door.

const order = endpoint(
  contract.gifts.bulkVote,
  { rate: { points: 30, seconds: 60, by: ({ body }) => hiddenKey('phone', body.phone_number) } },
  ({ params: { id: videoId }, body, address, idempotencyKey }) => {
    const { vote_count: voteCount, phone_number: phone, session_id: sessionId } = body
    const asked = { videoId, voteCount, phone, sessionId, deviceFingerprint: body.device_fingerprint }
    return orderGift({ ...asked, address, idempotencyKey })
  },
)

export const bulkVote = boundedCall(contract.gifts.bulkVote, env.WEB_GIFTS_AT_ONCE, 'gifts_crowded', order)

export const giftDetail = endpoint(contract.gifts.detail, {}, ({ params }) =>
  getGift(params.id, cachedVideoSources.readRanks),
)
