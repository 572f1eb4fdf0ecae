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
 * No cache on the way shows the picture of a withdrawn video for longer than a day: there is no `stale-while-revalidate`. What a
 * phone's own worker keeps, it keeps for a week, or until the video's page is found gone (lib/client/offline/worker.ts).
 */
const FOUND = 'public, max-age=86400'
/** By then the worker has drawn it. */
const STANDS_IN = 'public, max-age=10'
/** A minute later YouTube may answer. */
const MISSING = 'public, max-age=60'

/** Serves the picture of an approved video in the sizes that there are, and of nothing else. */
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
