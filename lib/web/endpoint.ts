import type { z } from 'zod'
import { type Call, nothing } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { authenticate } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import { errorResponse } from './error-response.ts'
import { limitAfterReading, limitBeforeReading, type RateOption } from './limit-rate.ts'
import { type Input, type RouteContext, readInput } from './read-input.ts'
import { JsonText, Reply } from './reply.ts'
import { requestIdOf } from './request-id.ts'

/** What a handler is given. `actor` is null only where the call is public. */
export type EndpointContext<C extends Call> = Input<C> & {
  actor: C['access'] extends 'public' ? Actor | null : Actor
  /** By TRUSTED_PROXY_HOPS, see client-address.ts. */
  address: string
  requestId: string
  request: Request
}

export type EndpointOptions<C extends Call> = {
  /** `false`: none at all. Without it writes share 600 a minute and address, reads are not limited. */
  rate?: RateOption<C> | false
  /** Cache-Control of a successful answer; `no-store` where nothing is said. */
  cacheControl?: string
}

type Answer<C extends Call> = z.input<C['answer']>
export type Handler<C extends Call> = (
  context: EndpointContext<C>,
) => Promise<Answer<C> | Reply<Answer<C> | JsonText>> | Answer<C> | Reply<Answer<C> | JsonText>

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/**
 * A route handler for a call of the contract: reads and checks what was sent, knows who calls and whether they may,
 * limits the rate, runs `handler`, and turns its answer or error into the documented response.
 */
export function endpoint<C extends Call>(
  call: C,
  options: EndpointOptions<C>,
  handler: NoInfer<Handler<C>>,
): RouteHandler {
  const route = `${call.method} ${call.path}`
  return async (request, context) => {
    const requestId = requestIdOf(request)
    try {
      const address = clientAddress(request)
      await limitBeforeReading(call, options.rate, address)
      const actor = await authenticate(call.access, request)
      const input = await readInput(call, request, context)
      const full = { ...input, actor, address, requestId, request } as EndpointContext<C>
      await limitAfterReading(call, options.rate, full)
      return answerResponse(call, options, await handler(full), requestId)
    } catch (error) {
      return errorResponse(error, route, requestId)
    }
  }
}

function answerResponse<C extends Call>(
  call: C,
  options: EndpointOptions<C>,
  given: Answer<C> | Reply<Answer<C> | JsonText>,
  requestId: string,
): Response {
  const special = given instanceof Reply ? given : undefined
  const answer = special ? special.answer : given
  const status = special?.status ?? call.status
  if (env.NODE_ENV !== 'production' && status < 300) checkAnswer(call, answer)
  const headers = {
    'content-type': 'application/json',
    'cache-control': options.cacheControl ?? 'no-store',
    'x-request-id': requestId,
    ...special?.headers,
  }
  const empty = status === 204 || status === 304
  return new Response(empty ? null : jsonOf(answer), { status, headers })
}

function jsonOf(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer)
}

/** Outside production an answer that breaks the contract is a fault, so that no test or trial run passes it. */
function checkAnswer(call: Call, answer: unknown): void {
  if (call.answer === nothing) return
  const sent: unknown = JSON.parse(jsonOf(answer))
  const checked = call.answer.safeParse(sent)
  if (!checked.success)
    throw new Error(`${call.method} ${call.path} answers what it does not document: ${checked.error.message}`)
}
