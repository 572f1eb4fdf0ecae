import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { env } from '#lib/core/env.ts'
import { brotliParameters, FEWEST_BYTES, takesBrotli } from '#lib/web/endpoint/brotli.ts'
import { isForAll } from './response-cache.ts'

type Pack = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Makes what packs Next's answers by what a browser takes, as they are written. Behind a proxy that packs what it is given (WEB_COMPRESS is
 * not set) only what everybody gets is packed here, by Brotli, because the proxy keeps it packed for all
 * (docs/decisions/0074); the rest is the proxy's.
 */
export function packPages(packsAll: boolean = env.WEB_COMPRESS): Pack {
  const pack = compression({
    threshold: FEWEST_BYTES,
    brotli: { params: brotliParameters },
    filter: (request, response) =>
      compression.filter(request, response) &&
      (packsAll || (takesBrotli(request.headers['accept-encoding']) && isForAll(response))),
  })
  return (request, response) => pack(asExpress(request), asExpress(response), () => undefined)
}

/** The package asks for nothing that Express adds to Node's own messages. */
function asExpress<T>(message: IncomingMessage | ServerResponse): T {
  return message as T
}
