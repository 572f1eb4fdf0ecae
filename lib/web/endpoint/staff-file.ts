import type { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { UnauthenticatedError } from '#lib/core/errors.ts'
import { authenticate } from '#lib/web/endpoint/authenticate.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { readInput } from '#lib/web/endpoint/read-input.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import type { Locale } from '#messages/locales.ts'

export type StaffFile = {
  readonly fileName: string
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

type Asked<C extends Call> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  by: { readonly id: string }
  address: string
  language: Locale
}

/** @param open checks the request, records the download and returns the file */
export function staffFile<C extends Call>(
  call: C,
  open: (asked: Asked<C>) => Promise<StaffFile>,
): RouteHandler {
  return async (request, context) => {
    const requestId = requestIdOf(request)
    const language = languageOf(request)
    try {
      const by = await authenticate(call, request)
      if (!by) throw new UnauthenticatedError()
      const { params, query } = await readInput(call, request, context)
      const file = await open({ params, query, by, address: clientAddress(request), language })
      return new Response(file.body, {
        headers: {
          'content-type': file.contentType,
          'content-disposition': `attachment; filename="${file.fileName}"`,
          'cache-control': 'no-store',
          'x-request-id': requestId,
        },
      })
    } catch (error) {
      return errorResponse(error, `${call.method} ${call.path}`, requestId, language)
    }
  }
}
