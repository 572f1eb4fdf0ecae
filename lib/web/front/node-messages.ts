import type { IncomingMessage, ServerResponse } from 'node:http'
import { headersOfAll } from '../fixed-headers.ts'

/** A request without a body as route handlers know them. Its host is nobody's: handlers look at the path alone. */
export function webRequest(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return new Request(`http://front${request.url ?? '/'}`, { method: request.method ?? 'GET', headers })
}

/** Sends a route handler's response. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined
  const headers: Record<string, string | number> = { ...headersOfAll, ...Object.fromEntries(answer.headers) }
  if (body) headers['content-length'] = body.byteLength
  response.writeHead(answer.status, headers)
  response.end(body)
}
