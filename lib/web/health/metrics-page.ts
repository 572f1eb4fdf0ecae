import { env } from '#lib/core/env.ts'
import { ForbiddenError, UnauthenticatedError } from '#lib/core/errors.ts'
import { equalInConstantTime } from '#lib/core/ids.ts'
import { metrics } from '#lib/core/metrics.ts'
import { isFromThisMachine } from '#lib/core/request-source.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'

/** Open to callers with METRICS_TOKEN; if no token is set, only to this machine, by the socket's address. */
export const metricsPage: RouteHandler = async (request) => {
  const requestId = requestIdOf(request)
  try {
    checkReader(request)
    return new Response(await metrics().metrics(), {
      headers: {
        'content-type': metrics().contentType,
        'cache-control': 'no-store',
        'x-request-id': requestId,
      },
    })
  } catch (error) {
    return errorResponse(error, 'GET /metrics', requestId)
  }
}

function checkReader(request: Request): void {
  if (env.METRICS_TOKEN !== '') {
    const given = request.headers.get('authorization') ?? ''
    if (!equalInConstantTime(given, `Bearer ${env.METRICS_TOKEN}`)) throw new UnauthenticatedError()
  } else if (!isFromThisMachine(request.headers.get('x-forwarded-for'), request.headers.get('host')))
    throw new ForbiddenError()
}
