import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#lib/core/env.ts'
import { equalInConstantTime } from '#lib/core/ids.ts'
import { metrics } from '#lib/core/metrics.ts'
import { forwardedFor, isFromThisMachine } from '#lib/core/request-source.ts'

export async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?')[0]?.replace(/\/$/, '')
  if (path === '/health') return answer(response, 200, { status: 'ok' })
  if (path === '/metrics') {
    if (!mayReadMetrics(request)) return answer(response, 401, { detail: 'The metrics need their token.' })
    const text = await metrics().metrics()
    response.writeHead(200, { 'content-type': metrics().contentType, 'cache-control': 'no-store' }).end(text)
    return
  }
  if (path?.startsWith('/ws/')) return answer(response, 426, { detail: 'This path speaks WebSocket.' })
  answer(response, 404, { detail: 'Not found.', code: 'not_found' })
}

/** Whether the request has METRICS_TOKEN; if none is set, only this machine may read. */
function mayReadMetrics(request: IncomingMessage): boolean {
  if (env.METRICS_TOKEN === '') return isFromThisMachine(forwardedFor(request), request.headers.host)
  return equalInConstantTime(request.headers.authorization ?? '', `Bearer ${env.METRICS_TOKEN}`)
}

function answer(response: ServerResponse, status: number, body: object): void {
  const upgrade = status === 426 ? { connection: 'Upgrade', upgrade: 'websocket' } : {}
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...upgrade })
    .end(JSON.stringify(body))
}
