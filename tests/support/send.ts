import { randomInt } from 'node:crypto'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'

export type Sent = {
  method?: string
  path?: string
  params?: Record<string, string>
  query?: Record<string, string>
  /** Objects are sent as JSON, strings and bytes as they are. */
  body?: unknown
  headers?: Record<string, string>
  access?: string
  address?: string
}

let requests = 0

/**
 * Calls a route handler like Next. By default the address and path are new, because public reads are cached
 * by path.
 */
export function send(handler: RouteHandler, sent: Sent = {}): Promise<Response> {
  const { method = 'GET', path = `/api/anything/${requests++}`, params = {}, query = {}, headers = {} } = sent
  const url = new URL(path, 'http://127.0.0.1:3000')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const request = new Request(url, {
    method,
    headers: {
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.access ? { authorization: `Bearer ${sent.access}` } : {}),
      'x-forwarded-for': sent.address ?? newAddress(),
      ...headers,
    },
    ...(sent.body === undefined ? {} : { body: bodyOf(sent.body) }),
  })
  return handler(request, { params: Promise.resolve(params) })
}

function bodyOf(body: unknown): BodyInit {
  return typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)
}

export function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}
