import type { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { toCsv, toCsvLines } from '#lib/contract/csv.ts'
import { nairobiDay, now } from '#lib/core/clock.ts'
import { UnauthenticatedError } from '#lib/core/errors.ts'
import { authenticate } from '#lib/web/endpoint/authenticate.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { readInput } from '#lib/web/endpoint/read-input.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import { streamOf } from './stream-text.ts'

type Line = readonly (string | number)[]

type Download<C extends Call> = {
  call: C
  /** Start of the file's name, before the date. */
  name: string
  columns: Line
  /** Records the download and returns its lines. */
  open(
    query: z.output<C['query']>,
    by: { readonly actor: { readonly id: string }; readonly address: string },
    params: z.output<C['params']>,
  ): Promise<AsyncIterable<readonly Line[]>>
}

/** The download is recorded before the first row is sent. */
export function csvDownload<C extends Call>({ call, name, columns, open }: Download<C>): RouteHandler {
  return async (request, context) => {
    const requestId = requestIdOf(request)
    try {
      const actor = await authenticate(call, request)
      if (!actor) throw new UnauthenticatedError()
      const { query, params } = await readInput(call, request, context)
      const lines = await open(query, { actor, address: clientAddress(request) }, params)
      return new Response(streamOf(toCsv([columns]), lines, toCsvLines), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}-${nairobiDay(now())}.csv"`,
          'cache-control': 'no-store',
          'x-request-id': requestId,
        },
      })
    } catch (error) {
      return errorResponse(error, `${call.method} ${call.path}`, requestId, languageOf(request))
    }
  }
}
