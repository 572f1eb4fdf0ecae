import { randomInt } from 'node:crypto'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'

export type Sent = {
  method?: string
  path?: string
  params?: Record<string, string>
  query?: Record<string, string>
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown
  headers?: Record<string, string>
  access?: string
  address?: string
}

let requests = 0

/**
 * Hands a request to a route handler, as Next would: from an address of its own unless one is given, and under a path of
 * its parameters' own, because public reads remember what an address was answered with.
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

/** An address that no other request of the test comes from. */
export function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}
