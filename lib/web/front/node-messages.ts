import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { headersOfAll } from '#lib/web/pages/fixed-headers.ts'

/** Makes the request of a route handler, without a body. Its host means nothing, because handlers read the path alone. */
export function webRequest(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return new Request(`http://front${request.url ?? '/'}`, { method: request.method ?? 'GET', headers })
}

/** Sends a route handler's response while it is read, because it may be larger than the memory. */
export async function streamResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, headersFor(answer))
  if (!answer.body) {
    response.end()
    return
  }
  // The client may close the connection, and the store may break off in the middle of a file. The status is sent already,
  // so all that can be done is to end the connection.
  await pipeline(answer.body, response).catch(() => response.destroy())
}

/** Sends a route handler's response. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined
  const headers: Record<string, string | number> = headersFor(answer)
  if (body) headers['content-length'] = body.byteLength
  response.writeHead(answer.status, headers)
  response.end(body)
}

/** Returns the headers of every answer with those of this one, which override them. */
function headersFor(answer: Response): Record<string, string> {
  const headers = new Headers(headersOfAll)
  for (const [name, value] of answer.headers) headers.set(name, value)
  return Object.fromEntries(headers)
}
