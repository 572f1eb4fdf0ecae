import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { RateLimitedError } from '#lib/core/errors.ts'
import { equalInConstantTime } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { hiddenKey, takePoints } from '#lib/core/rate-limit.ts'
import { sourceList } from '#lib/domain/payments/callback-source.ts'
import { answerUssd } from '#lib/domain/ussd/answer.ts'
import { end, type Screen, writeScreen } from '#lib/domain/ussd/menu.ts'
import { beforeLanguage } from '#lib/domain/ussd/sentences.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { readText } from '#lib/web/endpoint/read-body.ts'
import { unknownPath } from '#lib/web/endpoint/unknown-path.ts'

// Does not use `endpoint`, because the gateway sends forms and reads plain text.

const params = z.object({ token: z.string() })

const form = z.object({
  sessionId: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  serviceCode: z.string().max(64).optional(),
  phoneNumber: z.string().min(1).max(20),
  text: z.string().max(400).default(''),
})

/** A limit that slows programs, not people. */
const perPhone = { name: 'ussd', points: 60, seconds: 60 } as const

const isListed = sourceList(env.USSD_SOURCES)

/** Answers the USSD gateway (docs/api.md, Voting by USSD). Callers with a wrong token or address get 404. */
export const receiveUssd: RouteHandler = async (request, context) => {
  const { token } = params.parse(await context.params)
  if (!mayCall(token, clientAddress(request))) return unknownPath(request, context)
  const fields = form.safeParse(Object.fromEntries(new URLSearchParams(await readForm(request))))
  if (!fields.success) return respond(end(beforeLanguage.unreadable), 400)
  const { sessionId, phoneNumber: phone, text } = fields.data
  try {
    await takePoints(perPhone, hiddenKey('phone', phone))
    return respond(await answerUssd({ sessionId, phone, text }))
  } catch (error) {
    if (error instanceof RateLimitedError) return respond(end(beforeLanguage.busy))
    log.error({ err: error }, 'ussd request not answered')
    return respond(end(beforeLanguage.failed))
  }
}

function mayCall(token: string, address: string): boolean {
  if (!env.USSD_TOKEN || !equalInConstantTime(token, env.USSD_TOKEN)) return false
  return env.USSD_SOURCES.length === 0 || isListed(address)
}

function readForm(request: Request): Promise<string> {
  return readText(request).catch((error: Error) => {
    log.warn({ reason: error.message }, 'ussd request not readable')
    return ''
  })
}

function respond(screen: Screen, status = 200): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(writeScreen(screen), { status, headers })
}
