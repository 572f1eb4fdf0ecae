import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentChallenge, leaderboard, videoDetail, videoList } from '#lib/web/cache/public-answers.ts'
import {
  hasAlready,
  headersOf,
  type PublicRead,
  type ReadyAnswer,
  readyAnswer,
} from '#lib/web/cache/public-reads.ts'
import { clientAddressOf } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { LEAST_BYTES, takesGzip } from '#lib/web/endpoint/gzip.ts'
import { usableRequestId } from '#lib/web/endpoint/request-id.ts'
import { observeRequest } from '#lib/web/endpoint/request-metrics.ts'
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

const reads: readonly (readonly [RegExp, PublicRead])[] = [
  [/^\/api\/videos\/?$/, videoList],
  [/^\/api\/leaderboard\/?$/, leaderboard],
  [/^\/api\/videos\/challenges\/current\/?$/, currentChallenge],
  [/^\/api\/videos\/(?<id>[0-9a-f-]{36})\/?$/i, videoDetail],
]

const GIFT_DETAIL = /^\/api\/gifts\/(?<id>[0-9a-f-]{36})\/?$/i

const answerRead: HotCall = (request, response) => {
  const { url = '/', headers } = request
  if (!url.startsWith('/api/')) return undefined
  const isAnybody = headers.authorization === undefined
  const ready = isAnybody ? readyAnswer(url) : undefined
  if (ready) {
    return sendReady(request, response, ready, requestIdOf(request))
  }
  const path = url.split('?', 1)[0] ?? '/'
  for (const [pattern, read] of reads) {
    const match = pattern.exec(path)
    if (match)
      return isAnybody
        ? answerAnybody(read, { ...match.groups }, request, response)
        : answerBy(read.route, { ...match.groups }, request, response)
  }
  const gift = GIFT_DETAIL.exec(path)
  return gift ? answerBy(giftDetail, { ...gift.groups }, request, response) : undefined
}

async function answerAnybody(
  read: PublicRead,
  params: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now()
  const requestId = requestIdOf(request)
  try {
    const answer = await read.answerAnybody(request.url ?? '/', params)
    await sendReady(request, response, answer, requestId)
  } catch (error) {
    await sendResponse(response, errorResponse(error, `${read.call.method} ${read.call.path}`, requestId))
  }
  observeRequest(read.call, response.statusCode, performance.now() - startedAt)
}

async function sendReady(
  { headers }: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
  requestId: string,
): Promise<void> {
  const isLong = answer.bytes.byteLength >= LEAST_BYTES
  const common = {
    ...headersOfAll,
    ...headersOf(answer),
    ...(isLong ? { vary: 'accept-encoding' } : {}),
    'x-request-id': requestId,
  }
  if (hasAlready(answer, headers['if-none-match'])) {
    response.writeHead(304, common).end()
    return
  }
  const json = { ...common, 'content-type': 'application/json' }
  if (!isLong || !takesGzip(headers['accept-encoding'])) {
    response.writeHead(200, { ...json, 'content-length': answer.bytes.byteLength }).end(answer.bytes)
    return
  }
  const packed = await answer.gzipped()
  // The tag is that of the unpacked bytes. Packed ones are others with the same content, which a weak tag (`W/`) says.
  const coded = { etag: `W/${answer.etag}`, 'content-encoding': 'gzip', 'content-length': packed.byteLength }
  response.writeHead(200, { ...json, ...coded }).end(packed)
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return usableRequestId(Array.isArray(given) ? given[0] : given)
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
    // What is left unread must not end the connection: the answer goes there.
    body: request.iterator({ destroyOnReturn: false }),
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
