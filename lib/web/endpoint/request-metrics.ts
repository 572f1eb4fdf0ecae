import { Histogram } from 'prom-client'
import type { Call } from '#lib/contract/call.ts'
import { defineMetrics } from '#lib/core/metrics.ts'
import { setRoute } from '#lib/core/tracing.ts'

const durations = defineMetrics(
  'metrics-requests',
  (registers) =>
    new Histogram({
      name: 'ngoma_http_request_duration_seconds',
      help: 'Duration of API calls, without those that the proxy or the front door answers from a cache',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
)

export function observeRequest(call: Call, status: number, milliseconds: number): void {
  setRoute(call.path)
  durations.observe({ method: call.method, route: call.path, status }, milliseconds / 1000)
}
