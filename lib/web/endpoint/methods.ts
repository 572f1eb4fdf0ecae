import type { Method } from '#lib/contract/call.ts'
import type { RouteHandler } from './endpoint.ts'
import { requestIdOf } from './request-id.ts'

const all = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

/**
 * Returns every method's handler for a route file: the given ones, and the documented 405 for the others.
 *
 * `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: endpoint(…) })`
 */
export function methods(
  given: Partial<Record<Method, RouteHandler>>,
): Record<Method | 'PUT' | 'OPTIONS', RouteHandler> {
  const named = all.filter((method) => given[method])
  const allow = [...named, ...(given.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const refuse: RouteHandler = async (request) =>
    Response.json(
      { detail: 'Method not allowed.', code: 'method_not_allowed' },
      { status: 405, headers: { allow, ...plain(request) } },
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
