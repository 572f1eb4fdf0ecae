import { z } from 'zod'
import { RateLimitedError, RuleError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { unsubscribe } from '#lib/domain/notifications/unsubscribe.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { takeFromNetwork } from '#lib/web/endpoint/limit-rate.ts'

// Does not use `endpoint`, because mail programs send a form (RFC 8058).

const params = z.object({ token: z.string().max(400) })

/** A high limit, because a mail provider sends for many people. */
const perNetwork = { name: 'one-click', points: 600, seconds: 60 } as const

/** Serves the "unsubscribe" button of mail programs. */
export const receiveOneClick: RouteHandler = async (request, context) => {
  // The body is not needed: the token says which mails to stop.
  await request.body?.cancel()
  try {
    await takeFromNetwork(perNetwork, clientAddress(request))
    await unsubscribe(params.parse(await context.params).token, false)
    return answer('You get no more of these mails.', 200)
  } catch (error) {
    if (error instanceof RateLimitedError) return answer(error.message, 429)
    if (error instanceof RuleError || error instanceof z.ZodError)
      return answer('This link does not work any more.', 400)
    log.error({ err: error }, 'one-click unsubscribe failed')
    return answer('Something went wrong. Please try again.', 500)
  }
}

function answer(text: string, status: number): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
