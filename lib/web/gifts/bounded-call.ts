import type { Call } from '#lib/contract/call.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { PlainKey } from '#lib/core/sentence.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import { observeRequest } from '#lib/web/endpoint/request-metrics.ts'

/** Seconds. */
const RETRY_AFTER = 5

/**
 * Returns a handler with at most `most` concurrent requests. Further ones get 429 before any read or write, so that
 * accepted requests are answered in time.
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
