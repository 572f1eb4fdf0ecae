import type { IncomingMessage, ServerResponse } from 'node:http'
import { methods, type RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { mediaFile } from '#lib/web/uploads/media-file.ts'
import { streamResponse, webRequest } from './node-messages.ts'

const MEDIA = /^\/media\/([^?]*)/
const handlers: Partial<Record<string, RouteHandler>> = methods({ GET: mediaFile })

/**
 * Serves the media bucket. Next's route omits Content-Length, without which a player does not know a film's length.
 * @returns undefined for other paths
 */
export function answerMedia(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const path = MEDIA.exec(request.url ?? '')?.[1]
  return path === undefined ? undefined : sendMedia(path, request, response)
}

async function sendMedia(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // incoming-requests.ts has escaped undecodable paths.
  const key = path.split('/').map(decodeURIComponent)
  const { method = '' } = request
  const handler = handlers[method === 'HEAD' ? 'GET' : method]
  if (!handler) throw new Error(`incoming-requests.ts lets ${method} through`)
  await streamResponse(response, await handler(webRequest(request), { params: Promise.resolve({ key }) }))
}
