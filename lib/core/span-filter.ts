import { SpanKind } from '@opentelemetry/api'
import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node'

export type SpanExporter = NonNullable<NodeSDKConfiguration['traceExporter']>
export type ReadableSpan = Parameters<SpanExporter['export']>[0][number]

/** Attributes that leave the process. Others could hold a phone number, a token or a document. */
const ALLOWED = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'error.type',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.name',
  'bullmq.job.id',
  'bullmq.job.attempts.made',
])
const OWN = /^ngoma\./

/** Only of calls that this product makes: an incoming Host header can hold anything. */
const ALLOWED_OF_CLIENTS = new Set(['server.address', 'server.port'])

/** An exporter that sends spans without secrets and personal data (docs/decisions/0038). */
export function filtered(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.filter(isOfUse).map(filterSpan), done),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** BullMQ records each wait for a job, and Next each module that it loads at the start. */
const NOISY = ['bullmq', 'next.js']

function isOfUse({ kind, parentSpanContext, instrumentationScope: { name } }: ReadableSpan): boolean {
  return parentSpanContext !== undefined || kind !== SpanKind.INTERNAL || !NOISY.includes(name)
}

/** A span's class has getters, so its parts are named one by one. */
export function filterSpan(span: ReadableSpan): ReadableSpan {
  return {
    name: nameOf(span),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    // Messages and stacks quote values. The log has them, with the id of the trace.
    status: { code: span.status.code },
    attributes: Object.fromEntries(
      Object.entries(span.attributes).filter(([key]) => isAllowed(key, span.kind)),
    ),
    links: span.links.map(({ context }) => ({ context })),
    events: [],
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  }
}

function isAllowed(key: string, kind: SpanKind): boolean {
  return ALLOWED.has(key) || OWN.test(key) || (kind === SpanKind.CLIENT && ALLOWED_OF_CLIENTS.has(key))
}

/** Requests are named after their route, which has no values. Next's names can have addresses, so its types replace them. */
function nameOf({ name, attributes }: ReadableSpan): string {
  const { 'next.span_type': type, 'http.request.method': method, 'http.route': route } = attributes
  return type || route ? [type ?? method, route].filter(Boolean).join(' ') : name
}
