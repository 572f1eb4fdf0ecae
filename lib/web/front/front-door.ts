import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import { currentChallenge, leaderboard, videoDetail, videoList } from '#lib/web/cache/public-answers.ts'
import {
  hasAlready,
  headersOf,
  type PublicRead,
  type ReadyAnswer,
  readyAnswer,
} from '#lib/web/cache/public-reads.ts'
import { clientAddressOf } from '#lib/web/endpoint/client-address.ts'
import { methods, type RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { LEAST_BYTES, takesGzip } from '#lib/web/endpoint/gzip.ts'
import { SourceRequest } from '#lib/web/endpoint/read-body.ts'
import { readyText } from '#lib/web/endpoint/ready-text.ts'
import { usableRequestId } from '#lib/web/endpoint/request-id.ts'
import { pageLocaleOf } from '#lib/web/endpoint/request-language.ts'
import { observeRequest } from '#lib/web/endpoint/request-metrics.ts'
import { bulkVote, giftDetail } from '#lib/web/gifts/gift-calls.ts'
import { headersOfAll, transportSecurity } from '#lib/web/pages/fixed-headers.ts'
import { callbackHeaders, callbackKind, takeCallback } from '#lib/web/payments/receive-callback.ts'
import { mediaFile } from '#lib/web/uploads/media-file.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers hot calls, callbacks and media; passes other requests to Next (docs/decisions/0035).
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
      // Next fails on an address without a leading slash, for example GET *.
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

type Params = Record<string, string>
type Answer = (request: IncomingMessage, response: ServerResponse, params: Params) => Promise<void>

/** The calls with most traffic. The routes of app/api use the same handlers, but are slower. */
const hotCalls = [
  ...[videoList, leaderboard, currentChallenge, videoDetail].map((read) => hot(read.call, answerRead(read))),
  hot(contract.gifts.detail, answerBy(giftDetail)),
  hot(contract.gifts.bulkVote, answerBy(bulkVote)),
]

const CALLBACK = /^\/api\/payments\/m\/([^/]+)\/([a-z0-9/]+?)\/?$/

/** @returns undefined for other requests */
function answerHotCall(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
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
    // Keeps the connection open, because the answer still needs it.
    body: request.iterator({ destroyOnReturn: false }),
  })
  // An unread body makes the connection unusable for the next request.
  if (!request.complete) response.setHeader('connection', 'close')
  const length = { 'content-length': Buffer.byteLength(json) }
  response.writeHead(status, { ...headersOfAll, ...callbackHeaders, ...length }).end(json)
}

const MEDIA = /^\/media\/([^?]*)/
const mediaHandlers: Partial<Record<string, RouteHandler>> = methods({ GET: mediaFile })

/**
 * Answers media itself, because Next's route omits Content-Length, from which a player learns a film's
 * length.
 * @returns undefined for other paths
 */
function answerMedia(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const path = MEDIA.exec(request.url ?? '')?.[1]
  return path === undefined ? undefined : sendMedia(path, request, response)
}

async function sendMedia(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Decoding cannot fail: incoming-requests.ts has escaped undecodable paths.
  const key = path.split('/').map(decodeURIComponent)
  const { method = '' } = request
  const handler = mediaHandlers[method === 'HEAD' ? 'GET' : method]
  if (!handler) throw new Error(`incoming-requests.ts lets ${method} through`)
  await streamResponse(response, await handler(webRequest(request), { params: Promise.resolve({ key }) }))
}

/** The host in the address is a placeholder that handlers ignore. */
function webRequest(message: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const method = message.method ?? 'GET'
  const url = `http://front${message.url ?? '/'}`
  return method === 'POST'
    ? new SourceRequest(url, { method, headers }, message)
    : new Request(url, { method, headers })
}

/** Sends responses that can be larger than the memory. */
async function streamResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, headersFor(answer))
  // The status is sent already, so a failure can only end the connection.
  if (answer.body) await pipeline(answer.body, response).catch(() => response.destroy())
  else response.end()
}

async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = readyText(answer) ?? (answer.body ? new Uint8Array(await answer.arrayBuffer()) : undefined)
  const headers: Record<string, string | number> = headersFor(answer)
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body)
  response.writeHead(answer.status, headers)
  response.end(body)
}

function headersFor(answer: Response): Record<string, string> {
  return { ...headersOfEvery, ...Object.fromEntries(answer.headers) }
}

/** Names are in lower case, so that an answer's headers override these. */
const headersOfEvery = Object.fromEntries(new Headers(headersOfAll))
