import { createRequire, syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BullMQOtel } from 'bullmq-otel'
import { env } from './env.ts'
import type { ProcessName } from './env-variables.ts'
import { log } from './log.ts'
import { filtered, type SpanExporter } from './span-filter.ts'

export type Tracing = {
  readonly telemetry: BullMQOtel
  /** Exports pending spans, for some seconds at most. */
  end(): Promise<void>
}

/** Requests of probes, and files of a page. */
const UNTRACED = /^\/(?:_next|icons)\/|^\/api\/(?:health|ready|status|metrics)\//

/** In ms, for the last spans at a shutdown. */
const END_WITHIN_MS = 3_000

/** Starts OpenTelemetry's SDK, which reads the OTEL_* variables itself. */
export async function startSdk(process: ProcessName): Promise<Tracing> {
  logProblems()
  const sdk = new NodeSDK({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override it.
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': `ngoma-${process}` })),
    traceExporter: filtered(await openExporter()),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        disableIncomingRequestInstrumentation: process !== 'web',
        ignoreIncomingRequestHook: ({ url = '' }) => UNTRACED.test(url),
        requireParentforOutgoingSpans: true,
      }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new IORedisInstrumentation(),
    ],
  })
  sdk.start()
  patchLoadedModules()
  return {
    telemetry: new BullMQOtel(),
    end: () =>
      Promise.race([sdk.shutdown(), sleep(END_WITHIN_MS, undefined, { ref: false })]).catch(() => undefined),
  }
}

async function openExporter(): Promise<SpanExporter> {
  switch (env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL) {
    case 'grpc':
      return new (await import('@opentelemetry/exporter-trace-otlp-grpc')).OTLPTraceExporter()
    case 'http/json':
      return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter()
    case 'http/protobuf':
      return new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter()
  }
}

/**
 * The instrumentations patch modules when they are required. All of them patch prototypes or exports in place, so this also
 * works for modules that are imported already, without a loader hook for every import of the process.
 */
function patchLoadedModules(): void {
  const require = createRequire(import.meta.url)
  for (const name of ['http', 'https', 'pg', 'ioredis']) require(name)
  syncBuiltinESMExports()
}

/** For example that the receiver does not answer. Warnings are left out: Next changes spans that have ended. */
function logProblems(): void {
  const own = log.child({ about: 'tracing' })
  diag.setLogger(Object.assign(own, { verbose: () => undefined }), DiagLogLevel.ERROR)
}
