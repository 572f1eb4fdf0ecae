import { z } from 'zod'
import { NotFoundError } from '#lib/core/errors.ts'
import { askForObject } from '#lib/core/storage.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'

/** With this policy an uploaded file that is opened as a page runs nothing and has no origin. */
const POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** Browsers download files of other types. */
const SHOWN = /^(?:image\/(?:avif|gif|jpeg|png|webp)|(?:audio|video)\/[\w.+-]+)$/i

const params = z.object({
  key: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[\w-][\w.-]*$/),
    )
    .max(8),
})

const REQUEST_HEADERS = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const
const ANSWER_HEADERS = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const
const ANSWERS: readonly number[] = [200, 206, 304, 416]

/**
 * Serves a stored file, with ranges. Ignores the query. Calls to the store are signed (docs/decisions/0022).
 */
export const mediaFile: RouteHandler = async (request, context) => {
  const requestId = requestIdOf(request)
  const common = { 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }
  try {
    const read = params.safeParse(await context.params)
    // Stills are refused here, because only /stills checks whether a picture may be shown.
    if (!read.success || read.data.key[0] === 'stills') throw new NotFoundError()
    const stored = await askForObject(
      { bucket: 'media', key: read.data.key.join('/') },
      request.method === 'HEAD' ? 'HEAD' : 'GET',
      headersOf(request.headers, REQUEST_HEADERS),
    )
    const { status } = stored
    if (!ANSWERS.includes(status)) {
      await stored.body?.cancel()
      if (status === 404 || status === 403) throw new NotFoundError()
      throw new Error(`the object store answers ${status}`)
    }
    const headers = {
      ...headersOf(stored.headers, ANSWER_HEADERS),
      ...typeOf(stored.headers.get('content-type')),
      ...common,
      'cache-control': stored.headers.get('cache-control') ?? 'public, max-age=60',
      'x-request-id': requestId,
    }
    return new Response(status === 304 ? null : stored.body, { status, headers })
  } catch (error) {
    const answer = errorResponse(error, 'GET /media', requestId)
    for (const [name, value] of Object.entries(common)) answer.headers.set(name, value)
    return answer
  }
}

function headersOf(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function typeOf(stored: string | null): Record<string, string> {
  const type = stored?.split(';')[0]?.trim() ?? ''
  if (SHOWN.test(type)) return { 'content-type': type }
  return { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
}
