import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { ValidationError } from '#lib/core/errors.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { readText } from '#lib/web/endpoint/read-body.ts'
import type { RouteContext } from '#lib/web/endpoint/read-input.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { nextAuthOptions } from './next-auth-options.ts'

/** Headers of next-auth's own pages. They are plain forms, which load nothing and may not be framed. */
const headersOfPages = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
}

/** Handles next-auth's own routes, with the limits and error bodies of every call. */
export async function pageSession(request: Request, context: RouteContext): Promise<Response> {
  const requestId = requestIdOf(request)
  const response = await answer(request, context).catch((error: unknown) =>
    errorResponse(error, 'next-auth', requestId),
  )
  for (const [name, value] of Object.entries(headersOfPages)) response.headers.set(name, value)
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-request-id', requestId)
  return response
}

async function answer(request: Request, context: RouteContext): Promise<Response> {
  const nextauth = [(await context.params).nextauth ?? []].flat()
  const bounded = await boundedRequest(request)
  return NextAuth(bounded, { params: { nextauth } }, nextAuthOptions)
}

/** Reads and checks the body first, because next-auth reads any length and fails on broken JSON. */
async function boundedRequest(request: Request): Promise<NextRequest> {
  if (request.method !== 'POST') return new NextRequest(request.url, { headers: request.headers })
  const body = await readText(request)
  if (request.headers.get('content-type')?.includes('application/json') && !isJsonObject(body))
    throw new ValidationError({ non_field_errors: ['The body must be a JSON object.'] })
  return new NextRequest(request.url, { method: 'POST', headers: request.headers, body })
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
