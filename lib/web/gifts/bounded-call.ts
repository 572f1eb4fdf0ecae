import type { Call } from '#lib/contract/call.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { PlainKey } from '#lib/core/sentence.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import { observeRequest } from '#lib/web/endpoint/request-metrics.ts'

/** When whoever was refused may come again, in seconds. */
const RETRY_AFTER = 5

/**
 * Makes a handler that has at most so many requests under way, and refuses more at once, before anything is read or written for
 * them: so those who are let in are answered while they still wait, and everything else of the process goes on.
 * @param refusal what is said to whoever is refused with 429
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
