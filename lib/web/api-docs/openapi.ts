import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { callsAndFiles } from '#lib/contract/all.ts'
import { type Call, nothing, statusesOf } from '#lib/contract/call.ts'
import { errorBody } from '#lib/contract/errors.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'

const description = `Times are ISO 8601 in UTC, money is shillings with at most two decimals, ids are UUIDs (wallets: integers).
Each path answers with and without its trailing slash. A body is JSON of at most 64 KiB; unknown fields are ignored.
Sign in with \`POST /users/auth/login/\` and send the access token as \`Authorization: Bearer …\`.`

/** Generates OpenAPI from the schemas that check the calls. */
export function describeApi(calls: readonly Call[]) {
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Ngoma', version: '1', description },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map((call) => call.group))].map((name) => ({ name })),
    paths: pathsOf(calls),
    components: {
      securitySchemes: { access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  })
}

function pathsOf(calls: readonly Call[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) }
  return paths
}

function operationOf(call: Call): ZodOpenApiOperationObject {
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/\W+(\w)?/g, (_, first = '') => first.toUpperCase())}`,
    summary: call.summary,
    tags: [call.group],
    ...securityOf(call),
    ...(Array.isArray(call.access) ? { description: `For ${call.access.join(', ')}.` } : {}),
    requestParams: requestParams(call),
    ...(call.body === nothing
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: call.body } } } }),
    responses: responses(call),
  }
}

/** Public calls read a token if one is sent (docs/decisions/0016). */
function securityOf({ access, ignoresBadToken }: Call): Pick<ZodOpenApiOperationObject, 'security'> {
  if (ignoresBadToken) return {}
  return { security: access === 'public' ? [{}, { access: [] }] : [{ access: [] }] }
}

function requestParams(call: Call): ZodOpenApiParameters {
  const { params, query } = call
  return {
    ...(params instanceof z.ZodObject && params !== nothing ? { path: params } : {}),
    ...(query instanceof z.ZodObject && query !== nothing ? { query } : {}),
    ...(call.idempotent ? { header: idempotencyHeader } : {}),
  }
}

/** Content types of files by the end of their path. */
const fileTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  journal: 'text/plain',
  beancount: 'text/plain',
}

function success(call: Call): ZodOpenApiResponseObject {
  if (call.answer === nothing) return { description: 'Done' }
  const fileType = fileTypes[/\.(\w+)$/.exec(call.path)?.[1] ?? '']
  // In OpenAPI 3.1 a PDF's bytes have no schema.
  if (fileType === 'application/pdf') return { description: 'A file', content: { [fileType]: {} } }
  if (fileType) return { description: 'A file', content: { [fileType]: { schema: call.answer } } }
  return { description: 'Success', content: { 'application/json': { schema: call.answer } } }
}

const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().min(8).max(128).optional().meta({
    description:
      'The same key and body give the first answer again; the same key and another body is 422. A gift, top-up, withdrawal or transfer is named by its key and body for good: sent again, however late, they move no money and tell how the first one stands. Use a new random key for each.',
  }),
})

const error = errorBody.meta({ id: 'Error' })

function failure(description: string, example: unknown): ZodOpenApiResponseObject {
  return { description, content: { 'application/json': { schema: error, example } } }
}

const refusalsByStatus: Record<number, ZodOpenApiResponseObject> = {
  400: failure('Something that was sent does not fit, or a rule of the product refuses it', {
    errors: { phone_number: ['Enter MPESA number in format 2547XXXXXXXX (12 digits).'] },
    code: 'invalid',
  }),
  401: failure('Not signed in, or the token is bad, expired or revoked', {
    detail: 'Your session has ended. Please log in again.',
    code: 'token_not_valid',
  }),
  403: failure('Not allowed, or a rule of the product refuses it to this person', {
    detail: 'You don’t have permission to do this.',
    code: 'permission_denied',
  }),
  404: failure("Not found, or not the caller's to know of", { detail: 'Not found.', code: 'not_found' }),
  409: failure('The state of things refuses it, or the same request is still running', {
    error: 'The same request is being processed. Try again in a moment.',
    code: 'request_in_progress',
  }),
  413: failure('The body is over 64 KiB', { detail: 'The request body is too large.', code: 'too_large' }),
  422: failure('The Idempotency-Key was used for another request', {
    error: 'This Idempotency-Key was used for another request.',
    code: 'idempotency_key_reused',
  }),
  429: failure('Too many requests; Retry-After says when to try again', {
    detail: 'Too many requests. Please wait and try again.',
    retry_after: 30,
  }),
  503: failure('Too much is asked at once; Retry-After says when to try again', {
    error: 'Many documents are being checked. Please try again in a minute.',
    code: 'busy',
    retry_after: 60,
  }),
  500: failure('A fault of ours', {
    detail: 'Something went wrong. Please try again.',
    request_id: '019b3c1e-7d7a-7c3e-9a51-0d6c8c8f1a2b',
  }),
}

/** A 503 of a GET has the call's own answer, which names the missing dependency. */
const away = (call: Call) => ({ ...success(call), description: 'Something that we depend on is away' })

function responses(call: Call): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    statusesOf(call).map((status) => [
      String(status),
      status === 503 && call.method === 'GET' ? away(call) : (refusalsByStatus[status] ?? success(call)),
    ]),
  )
}

const document = processSingleton('openapi', () => JSON.stringify(describeApi(callsAndFiles)))

export const openapiPage: RouteHandler = async (request) =>
  new Response(document.get(), {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'x-request-id': requestIdOf(request),
    },
  })
