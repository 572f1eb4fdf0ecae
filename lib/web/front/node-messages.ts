import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { SourceRequest } from '#lib/web/endpoint/read-body.ts'
import { readyText } from '#lib/web/endpoint/ready-text.ts'
import { headersOfAll } from '#lib/web/pages/fixed-headers.ts'

/** Returns a Request for a route handler. Handlers ignore its host. */
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

/** The response may exceed the memory. */
export async function streamResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, headersFor(answer))
  // The status is sent already, so a failure can only end the connection.
  if (answer.body) await pipeline(answer.body, response).catch(() => response.destroy())
  else response.end()
}

export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = readyText(answer) ?? (answer.body ? new Uint8Array(await answer.arrayBuffer()) : undefined)
  const headers: Record<string, string | number> = headersFor(answer)
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body)
  response.writeHead(answer.status, headers)
  response.end(body)
}

function headersFor(answer: Response): Record<string, string> {
  return { ...headersOfEvery, ...Object.fromEntries(answer.headers) }
}

/** Lower case, so that an answer's headers override these. */
const headersOfEvery = Object.fromEntries(new Headers(headersOfAll))
