import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#lib/core/env.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { usableRequestId } from '#lib/web/endpoint/request-id.ts'
import { transportSecurity } from '#lib/web/pages/fixed-headers.ts'
import { answerHotCall } from './hot-calls.ts'
import { answerMedia } from './media.ts'
import { sendResponse } from './node-messages.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Returns the listener of a web process: answers hot calls and media, passes other requests to Next
 * (docs/decisions/0036).
 * @param onAnswer receives each status
 */
export function openFrontDoor(
  next: Listener,
  onAnswer: (status: number) => void = () => undefined,
): Listener {
  const security = transportSecurity(env.PUBLIC_URL)
  return async (request, response) => {
    if (security) response.setHeader('strict-transport-security', security)
    try {
      // Next fails on such a request, for example GET *.
      if (!request.url?.startsWith('/')) await sendResponse(response, badRequest())
      else
        await (answerHotCall(request, response) ?? answerMedia(request, response) ?? next(request, response))
    } catch (error) {
      const answer = errorResponse(error, 'front door', usableRequestId(undefined))
      if (response.headersSent) response.destroy()
      else await sendResponse(response, answer)
    } finally {
      onAnswer(response.statusCode)
    }
  }
}

function badRequest(): Response {
  return Response.json({ detail: 'Bad request.', code: 'bad_request' }, { status: 400 })
}
