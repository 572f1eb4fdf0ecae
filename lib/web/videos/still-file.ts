import { z } from 'zod'
import { STILL_FORMATS, STILL_WIDTHS } from '#lib/contract/videos/constants.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { readStill } from '#lib/domain/videos/stills.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'

const NAME = /^(\d{3})\.([a-z]{4})$/

const params = z.object({ videoId: z.string(), file: z.string().regex(NAME) })
const wanted = z.object({
  width: z.coerce.number().pipe(z.literal(STILL_WIDTHS)),
  format: z.enum(STILL_FORMATS),
})

/**
 * Without `stale-while-revalidate`, so that shared caches drop a withdrawn video's picture within a day. A
 * phone's service worker may store it for a week (lib/client/offline/worker.ts).
 */
const FOUND = 'public, max-age=86400'
/** For a substitute, until the worker has drawn the picture. */
const STANDS_IN = 'public, max-age=10'
/** Short, because YouTube might answer a minute later. */
const MISSING = 'public, max-age=60'

export const stillFile: RouteHandler = async (request, context) => {
  const requestId = requestIdOf(request)
  try {
    const read = params.safeParse(await context.params)
    const [, width, format] = NAME.exec(read.data?.file ?? '') ?? []
    const file = wanted.safeParse({ width, format })
    if (!read.success || !file.success) throw new NotFoundError()
    const { body, contentType, isFinal } = await readStill(read.data.videoId, file.data)
    const headers = {
      'content-type': contentType,
      'content-length': String(body.byteLength),
      'cache-control': isFinal ? FOUND : STANDS_IN,
      'x-request-id': requestId,
    }
    return new Response(new Uint8Array(body), { headers })
  } catch (error) {
    const answer = errorResponse(error, 'GET /stills', requestId)
    if (answer.status === 404) answer.headers.set('cache-control', MISSING)
    return answer
  }
}
