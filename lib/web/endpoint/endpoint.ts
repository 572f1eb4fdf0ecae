import type { z } from 'zod'
import { type Call, type Method, statusesOf } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import { jsonIn, say } from '#lib/core/sentence.ts'
import type { Locale } from '#messages/locales.ts'
import { answerOnce, idempotencyKeyOf, keyedWrite } from './answer-once.ts'
import { answerResponse, bodyOf } from './answer-response.ts'
import { authenticate } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { EndpointContext } from './endpoint-context.ts'
import { errorResponse } from './error-response.ts'
import { limitAfterReading, limitBeforeReading, type Rates } from './limit-rate.ts'
import { type Input, type RouteContext, readInput } from './read-input.ts'
import { respondText } from './ready-text.ts'
import { type JsonText, Reply, reply } from './reply.ts'
import { requestIdOf } from './request-id.ts'
import { languageOf } from './request-language.ts'
import { observeRequest } from './request-metrics.ts'

export type EndpointOptions<C extends Call> = {
  /** `false` for no limit. By default 600 writes a minute per network, reads unlimited. */
  rate?: Rates<C>
  /** `Cache-Control` of a successful answer; default `no-store`. */
  cacheControl?: string
}

type Answer<C extends Call> = z.input<C['answer']>
export type Given<C extends Call> = Answer<C> | Reply<Answer<C> | JsonText>
export type Handler<C extends Call> = (context: EndpointContext<C>) => Promise<Given<C>> | Given<C>

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/** A call's route handler: authentication, input checks, rate limits, `handler`, response. */
export function endpoint<C extends Call>(
  call: C,
  options: EndpointOptions<C>,
  handler: NoInfer<Handler<C>>,
): RouteHandler {
  return async (request, context) => {
    const startedAt = performance.now()
    const response = await respond(call, options, handler, request, context)
    observeRequest(call, response.status, performance.now() - startedAt)
    if (env.NODE_ENV !== 'production') checkStatus(call, response.status)
    return response
  }
}

/** Outside production a status that the contract does not name is an error. */
function checkStatus(call: Call, status: number): void {
  if (status !== 304 && !statusesOf(call).includes(status))
    throw new Error(`${call.method} ${call.path} answers ${status}, which its contract does not name`)
}

async function respond<C extends Call>(
  call: C,
  options: EndpointOptions<C>,
  handler: Handler<C>,
  request: Request,
  route: RouteContext,
): Promise<Response> {
  const requestId = requestIdOf(request)
  const language = languageOf(request)
  try {
    const address = clientAddress(request)
    await limitBeforeReading(call, options.rate, address)
    const actor = await authenticate(call, request)
    const input = await readInput(call, request, route)
    const idempotencyKey = call.idempotent ? idempotencyKeyOf(request) : null
    const context = { ...input, actor, address, requestId, idempotencyKey, request } as EndpointContext<C>
    await limitAfterReading(call, options.rate, context)
    const given = await run(call, handler, context, { input, language })
    return answerResponse(call, given, options.cacheControl ?? 'no-store', requestId, language)
  } catch (error) {
    return errorResponse(error, `${call.method} ${call.path}`, requestId, language)
  }
}

async function run<C extends Call>(
  call: C,
  handler: Handler<C>,
  context: EndpointContext<C>,
  { input, language }: { input: Input<C>; language: Locale },
): Promise<Given<C>> {
  if (context.idempotencyKey === null) return handler(context)
  const route = `${call.method} ${call.path}`
  const write = keyedWrite(route, context.idempotencyKey, context.actor, input)
  const answer = await answerOnce(write, async () => {
    const given = await handler(context)
    const status = given instanceof Reply ? given.status : undefined
    return { status: status ?? call.status, body: bodyOf(given, language) }
  })
  return reply(answer.body as Answer<C>, { status: answer.status })
}

const methodNames = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

/**
 * Returns handlers for a route file; missing methods answer 405.
 *
 * `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: endpoint(…) })`
 */
export function methods(
  given: Partial<Record<Method, RouteHandler>>,
): Record<Method | 'PUT' | 'OPTIONS', RouteHandler> {
  const named = methodNames.filter((method) => given[method])
  const allow = [...named, ...(given.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const refuse: RouteHandler = async (request) =>
    respondText(
      jsonIn(languageOf(request), { detail: say('method_not_allowed'), code: 'method_not_allowed' }),
      {
        status: 405,
        headers: { 'content-type': 'application/json', allow, ...plain(request) },
      },
    )
  const options: RouteHandler = async (request) =>
    new Response(null, { status: 204, headers: { allow, ...plain(request) } })
  return {
    GET: given.GET ?? refuse,
    POST: given.POST ?? refuse,
    PUT: refuse,
    PATCH: given.PATCH ?? refuse,
    DELETE: given.DELETE ?? refuse,
    OPTIONS: options,
  }
}

function plain(request: Request): Record<string, string> {
  return { 'cache-control': 'no-store', 'x-request-id': requestIdOf(request) }
}
