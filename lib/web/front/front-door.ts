import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#lib/core/env.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { usableRequestId } from '#lib/web/endpoint/request-id.ts'
import { transportSecurity } from '#lib/web/pages/fixed-headers.ts'
import { answerHotCall } from './hot-calls.ts'
import { KeptResponses } from './kept-responses.ts'
import { answerMedia } from './media.ts'
import { sendResponse } from './node-messages.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * What stands before Next in a process of web: the hot calls and the pages that are ready are answered at once, all else
 * is Next's (docs/decisions/0011).
 * @param onAnswer is told the status of each answer
 */
export function openFrontDoor(
  next: Listener,
  onAnswer: (status: number) => void = () => undefined,
): Listener {
  const pages = new KeptResponses()
  const security = transportSecurity(env.PUBLIC_URL)
  return async (request, response) => {
    if (security) response.setHeader('strict-transport-security', security)
    try {
      const answering = answerHotCall(request, response) ?? answerMedia(request, response)
      if (answering) await answering
      else if (!pages.answer(request, response)) await next(request, response)
    } catch (error) {
      const answer = errorResponse(error, 'front door', usableRequestId(undefined))
      if (response.headersSent) response.destroy()
      else await sendResponse(response, answer)
    } finally {
      onAnswer(response.statusCode)
    }
  }
}
