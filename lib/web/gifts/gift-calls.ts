import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import { RuleError } from '#lib/core/errors.ts'
import { hiddenKey } from '#lib/core/rate-limit.ts'
import type { PlainKey } from '#lib/core/sentence.ts'
import { orderGift } from '#lib/domain/gifts/commands.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'
import { cachedVideoSources } from '#lib/web/cache/cached-video-sources.ts'
import { endpoint, type RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import { observeRequest } from '#lib/web/endpoint/request-metrics.ts'

// The routes of app/api and the front door use these handlers.

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

/** Seconds. */
const RETRY_AFTER = 5

/**
 * Runs at most `most` concurrent requests. Further ones get 429 before any read or write, so that accepted
 * requests are answered in time.
 */
export function boundedCall(
  call: Call,
  most: number,
  refusal: PlainKey,
  handler: RouteHandler,
): RouteHandler {
  let underWay = 0
  return async (request, context) => {
    if (underWay >= most) {
      observeRequest(call, 429, 0)
      const error = new RuleError(refusal, 429, { retry_after: RETRY_AFTER })
      return errorResponse(error, `${call.method} ${call.path}`, requestIdOf(request), languageOf(request))
    }
    underWay += 1
    try {
      return await handler(request, context)
    } finally {
      underWay -= 1
    }
  }
}
