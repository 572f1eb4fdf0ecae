import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { ValidationError } from '#lib/core/errors.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { readText } from '#lib/web/endpoint/read-body.ts'
import type { RouteContext } from '#lib/web/endpoint/read-input.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { nextAuthOptions } from './next-auth-options.ts'
import { secureCookies } from './page-cookie.ts'

/** Headers for next-auth's own pages, which are plain forms. */
const headersOfPages = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
}

export async function pageSession(request: Request, context: RouteContext): Promise<Response> {
  const requestId = requestIdOf(request)
  const bad = badCookieOf(request)
  const response = await (bad ? Promise.reject(noAddress()) : answer(request, context)).catch(
    (error: unknown) => errorResponse(error, 'next-auth', requestId),
  )
  // Deletes the bad cookie; otherwise the next request fails too.
  if (bad)
    response.headers.append(
      'set-cookie',
      `${bad}=; Path=/; Max-Age=0; HttpOnly${secureCookies ? '; Secure' : ''}`,
    )
  for (const [name, value] of Object.entries(headersOfPages)) response.headers.set(name, value)
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-request-id', requestId)
  return response
}

async function answer(request: Request, context: RouteContext): Promise<Response> {
  const nextauth = [(await context.params).nextauth ?? []].flat()
  refuseAddress(new URL(request.url).searchParams.get('callbackUrl'))
  const bounded = await boundedRequest(request)
  return NextAuth(bounded, { params: { nextauth } }, nextAuthOptions)
}

/** Refuses an invalid `callbackUrl`, which next-auth would report as our misconfiguration. */
function refuseAddress(callbackUrl: unknown): void {
  if (callbackUrl === null || callbackUrl === undefined) return
  const isAddress =
    typeof callbackUrl === 'string' &&
    URL.canParse(callbackUrl, callbackUrl.startsWith('/') ? env.PUBLIC_URL : undefined) &&
    /^https?:$/.test(new URL(callbackUrl, env.PUBLIC_URL).protocol)
  if (!isAddress) throw noAddress()
}

const noAddress = () => new ValidationError({ callbackUrl: 'url_unfit' })

/** Finds a callback cookie without a valid address, on which next-auth fails. */
function badCookieOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((one) => one.trim().split('='))
  const bad = cookies.find(([name = '', value = '']) => {
    if (!name.endsWith('next-auth.callback-url')) return false
    try {
      refuseAddress(decodeURIComponent(value))
      return false
    } catch {
      return true
    }
  })
  return bad?.[0]
}

/** Checks the body first: next-auth reads any length and fails on broken JSON. */
async function boundedRequest(request: Request): Promise<NextRequest> {
  if (request.method !== 'POST') return new NextRequest(request.url, { headers: request.headers })
  const body = await readText(request)
  if (request.headers.get('content-type')?.includes('application/json') && !isJsonObject(body))
    throw new ValidationError({ non_field_errors: 'body_not_object' })
  refuseAddress(callbackUrlIn(body))
  return new NextRequest(request.url, { method: 'POST', headers: request.headers, body })
}

function callbackUrlIn(body: string): unknown {
  if (!isJsonObject(body)) return new URLSearchParams(body).get('callbackUrl')
  return z.object({ callbackUrl: z.unknown().optional() }).parse(JSON.parse(body)).callbackUrl
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
