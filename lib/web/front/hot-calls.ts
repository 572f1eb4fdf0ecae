import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentChallenge, leaderboard, videoDetail, videoList } from '#lib/web/cache/public-answers.ts'
import { hasAlready, headersOf, type ReadyAnswer, readyAnswer } from '#lib/web/cache/public-reads.ts'
import { clientAddressOf } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { readWholeText } from '#lib/web/endpoint/read-body.ts'
import { usableRequestId } from '#lib/web/endpoint/request-id.ts'
import { bulkVote, giftDetail } from '#lib/web/gifts/gift-calls.ts'
import { headersOfAll } from '#lib/web/pages/fixed-headers.ts'
import { callbackHeaders, callbackKind, takeCallback } from '#lib/web/payments/receive-callback.ts'
import { sendResponse, webRequest } from './node-messages.ts'

/** Answers a request, or returns undefined where it is another call. */
type HotCall = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined

/**
 * Answers the calls that come in thousands: public reads, gifts, who waits for a gift, and M-Pesa's callbacks. The routes of
 * app/api answer the same by the same handlers; this way they do without the work of Next for each request.
 */
export const answerHotCall: HotCall = (request, response) => {
  if (request.method === 'GET') return answerRead(request, response)
  if (request.method !== 'POST') return undefined
  return answerCallback(request, response) ?? answerGift(request, response)
}

const reads: readonly (readonly [RegExp, RouteHandler])[] = [
  [/^\/api\/videos\/?$/, videoList],
  [/^\/api\/leaderboard\/?$/, leaderboard],
  [/^\/api\/videos\/challenges\/current\/?$/, currentChallenge],
  [/^\/api\/videos\/(?<id>[0-9a-f-]{36})\/?$/i, videoDetail],
  [/^\/api\/gifts\/(?<id>[0-9a-f-]{36})\/?$/i, giftDetail],
]

const answerRead: HotCall = (request, response) => {
  const { url = '/', headers } = request
  if (!url.startsWith('/api/')) return undefined
  const ready = headers.authorization === undefined ? readyAnswer(url) : undefined
  if (ready) return sendReady(request, response, ready)
  const path = url.split('?', 1)[0] ?? '/'
  for (const [pattern, handler] of reads) {
    const match = pattern.exec(path)
    if (match) return answerBy(handler, { ...match.groups }, request, response)
  }
  return undefined
}

async function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
): Promise<void> {
  const { headers } = request
  const given = headers['x-request-id']
  const common = {
    ...headersOfAll,
    ...headersOf(answer),
    'x-request-id': usableRequestId(Array.isArray(given) ? given[0] : given),
  }
  if (hasAlready(answer, headers['if-none-match'])) {
    response.writeHead(304, common).end()
    return
  }
  const body = { 'content-type': 'application/json', 'content-length': answer.bytes.byteLength }
  response.writeHead(200, { ...common, ...body }).end(answer.bytes)
}

async function answerBy(
  handler: RouteHandler,
  params: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await handler(webRequest(request), { params: Promise.resolve(params) })
  await sendResponse(response, answer)
}

const GIFT = /^\/api\/videos\/(?<id>[0-9a-f-]{36})\/bulk-vote\/?$/i

const answerGift: HotCall = (request, response) => {
  const match = GIFT.exec((request.url ?? '/').split('?', 1)[0] ?? '/')
  return match ? answerBy(bulkVote, { ...match.groups }, request, response) : undefined
}

const CALLBACK = /^\/api\/payments\/m\/([^/]+)\/([a-z0-9/]+?)\/?$/

const answerCallback: HotCall = (request, response) => {
  const [, token, name] = CALLBACK.exec(request.url ?? '') ?? []
  const kind = name && callbackKind(name)
  return token && kind ? storeCallback(kind, token, request, response) : undefined
}

async function storeCallback(
  kind: NonNullable<ReturnType<typeof callbackKind>>,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, json } = await takeCallback({
    kind,
    token,
    sourceAddress: clientAddressOf(request.headers['x-forwarded-for']),
    readBody: () => readWholeText(request),
  })
  // The connection takes no other request where this one's body was not read to its end.
  if (!request.complete) response.setHeader('connection', 'close')
  response.writeHead(status, {
    ...headersOfAll,
    ...callbackHeaders,
    'content-length': Buffer.byteLength(json),
  })
  response.end(json)
}
