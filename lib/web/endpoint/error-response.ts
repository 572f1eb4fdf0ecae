import { z } from 'zod'
import { errorBody } from '#lib/contract/errors.ts'
import { env } from '#lib/core/env.ts'
import {
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  RuleError,
  UnauthenticatedError,
  ValidationError,
} from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { jsonIn, say } from '#lib/core/sentence.ts'
import { VerificationRequiredError } from '#lib/domain/accounts/errors.ts'
import { defaultLocale, type Locale } from '#messages/locales.ts'
import { BodyCutOffError, BodyTooLargeError } from './read-body.ts'

type ErrorAnswer = {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

export function errorResponse(
  error: unknown,
  route: string,
  requestId: string,
  language: Locale = defaultLocale,
): Response {
  const { status, body, headers } =
    expected(error) ?? cutOff(error, route, requestId) ?? fault(error, route, requestId)
  const text = jsonIn(language, body)
  if (env.NODE_ENV !== 'production') documented.parse(JSON.parse(text))
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
    },
  })
}

/** Outside production a field that the contract does not name is an error. */
const documented = z.strictObject(errorBody.shape)

function expected(error: unknown): ErrorAnswer | undefined {
  if (error instanceof ValidationError)
    return { status: 400, body: { errors: error.errors, code: 'invalid' } }
  if (error instanceof RuleError)
    return {
      status: error.status,
      body: { ...error.details, error: error.sentence, code: error.code },
      headers: retryHeaders(error.details.retry_after),
    }
  if (error instanceof VerificationRequiredError)
    return { status: 403, body: { verification_required: [error.sentence], email: error.email } }
  if (error instanceof UnauthenticatedError)
    return {
      status: 401,
      body: { detail: error.sentence, code: error.code },
      headers: { 'www-authenticate': 'Bearer' },
    }
  if (error instanceof ForbiddenError)
    return { status: 403, body: { detail: error.sentence, code: 'permission_denied' } }
  if (error instanceof NotFoundError)
    return { status: 404, body: { detail: error.sentence, code: 'not_found' } }
  if (error instanceof BodyTooLargeError)
    return { status: 413, body: { detail: error.sentence, code: 'too_large' } }
  if (error instanceof RateLimitedError)
    return {
      status: 429,
      body: { detail: error.sentence, retry_after: error.retryAfter },
      headers: retryHeaders(error.retryAfter),
    }
  return undefined
}

function retryHeaders(seconds: unknown): Record<string, string> {
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

/** Logged without a stack, because a lost connection is not a fault. */
function cutOff(error: unknown, route: string, requestId: string): ErrorAnswer | undefined {
  if (!(error instanceof BodyCutOffError)) return undefined
  log.info({ route, request_id: requestId }, 'request cut off')
  return { status: 400, body: { errors: { non_field_errors: [error.sentence] }, code: 'invalid' } }
}

function fault(error: unknown, route: string, requestId: string): ErrorAnswer {
  // Logs only these properties: others of a database error contain the row's values.
  const err =
    error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : String(error)
  log.error({ err, route, request_id: requestId }, 'request failed')
  return {
    status: 500,
    body: { detail: say('fault'), request_id: requestId },
  }
}
