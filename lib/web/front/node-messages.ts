import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { SourceRequest } from '#lib/web/endpoint/read-body.ts'
import { readyText } from '#lib/web/endpoint/ready-text.ts'
import { headersOfAll } from '#lib/web/pages/fixed-headers.ts'

/** Makes the request of a route handler. Its host means nothing, because handlers read the path alone. */
export function webRequest(message: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const method = message.method ?? 'GET'
  const url = `http://front${message.url ?? '/'}`
  return method === 'POST'
    ? new SourceRequest(url, { method, headers }, message)
    : new Request(url, { method, headers })
}

/** Sends a route handler's response while it is read, because it may be larger than the memory. */
export async function streamResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, headersFor(answer))
  // The client may close the connection, and the store may break off in the middle of a file. The status is sent already,
  // so all that can be done is to end the connection.
  if (answer.body) await pipeline(answer.body, response).catch(() => response.destroy())
  else response.end()
}

/** Sends a route handler's response. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = readyText(answer) ?? (answer.body ? new Uint8Array(await answer.arrayBuffer()) : undefined)
  const headers: Record<string, string | number> = headersFor(answer)
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body)
  response.writeHead(answer.status, headers)
  response.end(body)
}

/** Returns the headers of every answer with those of this one, which override them. */
function headersFor(answer: Response): Record<string, string> {
  return { ...headersOfEvery, ...Object.fromEntries(answer.headers) }
}

/** By the names that `Headers` has, so that those of an answer override them. */
const headersOfEvery = Object.fromEntries(new Headers(headersOfAll))
