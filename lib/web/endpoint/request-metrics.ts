import { Histogram } from 'prom-client'
import type { Call } from '#lib/contract/call.ts'
import { metrics } from '#lib/core/metrics.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'

const durations = processSingleton(
  'request-durations',
  () =>
    new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Calls by route and status; the count is in _count',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [metrics()],
    }),
)

export function observeRequest(call: Call, status: number, milliseconds: number): void {
  durations.get().observe({ method: call.method, route: call.path, status }, milliseconds / 1000)
}
