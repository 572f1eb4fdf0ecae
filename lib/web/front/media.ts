import type { IncomingMessage, ServerResponse } from 'node:http'
import { methods } from '#lib/web/endpoint/endpoint.ts'
import { mediaFile } from '#lib/web/uploads/media-file.ts'
import { streamResponse, webRequest } from './node-messages.ts'

const MEDIA = /^\/media\/([^?]*)/
const handlers = methods({ GET: mediaFile })

/**
 * Serves files of the media bucket. The route of app/media answers the same, but Next leaves out the length, without which
 * a player can not tell how long a film is.
 * @returns undefined for any other path
 */
export function answerMedia(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const path = MEDIA.exec(request.url ?? '')?.[1]
  return path === undefined ? undefined : sendMedia(path, request, response)
}

async function sendMedia(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // It can be decoded: incoming-requests.ts has escaped what can not.
  const key = path.split('/').map(decodeURIComponent)
  const handler = handlers[methodOf(request)]
  await streamResponse(response, await handler(webRequest(request), { params: Promise.resolve({ key }) }))
}

function methodOf({ method = 'GET' }: IncomingMessage): keyof typeof handlers {
  if (method === 'HEAD') return 'GET'
  return isKnown(method) ? method : 'PUT'
}

function isKnown(method: string): method is keyof typeof handlers {
  return Object.hasOwn(handlers, method)
}
