import type { IncomingMessage, ServerResponse } from 'node:http'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
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
import { pageLocaleOf } from '#lib/web/endpoint/request-language.ts'
import { observeRequest } from '#lib/web/endpoint/request-metrics.ts'
import { bulkVote, giftDetail } from '#lib/web/gifts/gift-calls.ts'
import { headersOfAll } from '#lib/web/pages/fixed-headers.ts'
import { callbackHeaders, callbackKind, takeCallback } from '#lib/web/payments/receive-callback.ts'
import { sendResponse, webRequest } from './node-messages.ts'

type Params = Record<string, string>
type Answer = (request: IncomingMessage, response: ServerResponse, params: Params) => Promise<void>

/** The calls with most traffic; the routes of app/api use the same handlers, but are slower. */
const hotCalls = [
  ...[videoList, leaderboard, currentChallenge, videoDetail].map((read) => hot(read.call, answerRead(read))),
  hot(contract.gifts.detail, answerBy(giftDetail)),
  hot(contract.gifts.bulkVote, answerBy(bulkVote)),
]

const CALLBACK = /^\/api\/payments\/m\/([^/]+)\/([a-z0-9/]+?)\/?$/

/** @returns undefined for other requests */
export function answerHotCall(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const { method, url = '/' } = request
  if (!url.startsWith('/api/')) return undefined
  const ready = method === 'GET' && !isSignedIn(request) ? readyAnswer(url) : undefined
  if (ready) return sendReady(request, response, ready)
  const path = url.split('?', 1)[0] ?? '/'
  for (const { call, pattern, answer } of hotCalls) {
    const match = call.method === method ? pattern.exec(path) : null
    if (match) return answer(request, response, { ...match.groups })
  }
  const [, token, name = ''] = (method === 'POST' && CALLBACK.exec(url)) || []
  const kind = callbackKind(name)
  return token && kind ? storeCallback(kind, token, request, response) : undefined
}

/** Every parameter of these paths is a UUID. */
function hot(call: Call, answer: Answer) {
  const path = call.path.replace(/\{(\w+)\}/g, '(?<$1>[0-9a-f-]{36})')
  return { call, pattern: new RegExp(`^/api${path}?$`, 'i'), answer }
}

function answerBy(handler: RouteHandler): Answer {
  return async (request, response, params) =>
    sendResponse(response, await handler(webRequest(request), { params: Promise.resolve(params) }))
}

function answerRead(read: PublicRead): Answer {
  const answerSignedIn = answerBy(read.route)
  return async (request, response, params) => {
    if (isSignedIn(request)) return answerSignedIn(request, response, params)
    const startedAt = performance.now()
    try {
      await sendReady(request, response, await read.answerAnybody(request.url ?? '/', params))
    } catch (error) {
      const { method, path } = read.call
      const { cookie = '', 'accept-language': accepted } = request.headers
      const locale = pageLocaleOf(cookie, accepted)
      await sendResponse(response, errorResponse(error, `${method} ${path}`, requestIdOf(request), locale))
    }
    observeRequest(read.call, response.statusCode, performance.now() - startedAt)
  }
}

function isSignedIn({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined
}

async function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
): Promise<void> {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const isLong = answer.bytes.byteLength >= LEAST_BYTES
  const common = {
    ...headersOfAll,
    ...headersOf(answer),
    ...(isLong ? { vary: 'accept-encoding' } : {}),
    'x-request-id': requestIdOf(request),
  }
  if (hasAlready(answer, known)) {
    response.writeHead(304, common).end()
    return
  }
  const isCoded = isLong && takesGzip(accepted)
  const bytes = isCoded ? await answer.gzipped() : answer.bytes
  // The ETag is that of the plain bytes; `W/` marks other bytes with the same content.
  const coded = isCoded ? { etag: `W/${answer.etag}`, 'content-encoding': 'gzip' } : {}
  const length = { 'content-type': 'application/json', 'content-length': bytes.byteLength }
  response.writeHead(200, { ...common, ...length, ...coded }).end(bytes)
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return usableRequestId(Array.isArray(given) ? given[0] : given)
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
    // The answer still needs this connection.
    body: request.iterator({ destroyOnReturn: false }),
  })
  // An unread body makes the connection unusable for the next request.
  if (!request.complete) response.setHeader('connection', 'close')
  const length = { 'content-length': Buffer.byteLength(json) }
  response.writeHead(status, { ...headersOfAll, ...callbackHeaders, ...length }).end(json)
}
