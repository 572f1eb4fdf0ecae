import { z } from 'zod'
import { NotFoundError } from '#lib/core/errors.ts'
import { askForObject } from '#lib/core/storage.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'

/**
 * What may be done with a file that people put there: shown and heard. Opened as a page of its own it runs nothing, and
 * its origin is not ours.
 */
const POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** Pictures without scripts in them, sounds and films. All else is a file to keep, whatever it was put as. */
const SHOWN = /^(?:image\/(?:avif|gif|jpeg|png|webp)|(?:audio|video)\/[\w.+-]+)$/i

/** Our keys: names without blanks, dots at their start, or signs that some server along the way reads as something else. */
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

/** What a browser asks for a part of a file with, or for what it does not have yet. */
const ASKED = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const
/** What of the store's answer goes on to it. */
const TOLD = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const
const ANSWERS: readonly number[] = [200, 206, 304, 416]

/**
 * An object of the media bucket, and of no other: GET and HEAD, in parts too. The query is not looked at. The store is
 * asked by a call that we sign, because it answers no other (docs/decisions/0040).
 */
export const mediaFile: RouteHandler = async (request, context) => {
  const requestId = requestIdOf(request)
  const common = { 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }
  try {
    const read = params.safeParse(await context.params)
    if (!read.success) throw new NotFoundError()
    const stored = await askForObject(
      { bucket: 'media', key: read.data.key.join('/') },
      request.method === 'HEAD' ? 'HEAD' : 'GET',
      headersOf(request.headers, ASKED),
    )
    const { status } = stored
    if (!ANSWERS.includes(status)) {
      await stored.body?.cancel()
      if (status === 404 || status === 403) throw new NotFoundError()
      throw new Error(`the object store answers ${status}`)
    }
    const headers = {
      ...headersOf(stored.headers, TOLD),
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
