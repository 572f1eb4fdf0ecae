// Spans and stored trace contexts (docs/operations/watch.md, Traces). Without a receiver none of this does anything.
import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { env } from './env.ts'

/** Whether the environment names a receiver of traces. */
export const isTracing =
  (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined &&
  !env.OTEL_SDK_DISABLED &&
  env.OTEL_TRACES_EXPORTER !== 'none'

/** A W3C traceparent; nothing outside of a trace. */
export type TraceParent = string | null | undefined

const KEY = 'traceparent'

/** The active span's traceparent, to be stored or sent with what continues its trace. */
export function traceContext(): string | null {
  if (!isTracing) return null
  const carrier: { [KEY]?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier[KEY] ?? null
}

/** Returns nothing for a text that is no traceparent. */
function contextOf(parent: TraceParent): Context | undefined {
  if (!isTracing || !parent) return undefined
  const found = propagation.extract(ROOT_CONTEXT, { [KEY]: parent })
  return trace.getSpanContext(found) && found
}

/** Adds a traceparent to a JSON object of ours. */
export function withTrace(json: string, parent: TraceParent): string {
  return parent ? JSON.stringify({ ...JSON.parse(json), [KEY]: parent }) : json
}

/** Returns what `withTrace` added to this parsed JSON. */
export function traceOf(json: unknown): TraceParent {
  if (!isTracing || typeof json !== 'object' || json === null || !(KEY in json)) return null
  return typeof json[KEY] === 'string' ? json[KEY] : null
}

/** Names the active request after its route, a path of the API without values. */
export function setRoute(path: string): void {
  if (isTracing) trace.getActiveSpan()?.setAttribute('http.route', `/api${path}`)
}

/** Runs `work` in a stored trace, without a span of its own. */
export function inTrace<T>(parent: TraceParent, work: () => T): T {
  const stored = contextOf(parent)
  return stored ? context.with(stored, work) : work()
}

type SpanOptions = {
  /** The stored trace that the span continues; else the active one. */
  readonly parent?: TraceParent
  readonly attributes?: Attributes
}

const tracer = () => trace.getTracer('ngoma')

/** Runs `work` in a span. If the span continues a stored trace, it links to the active one. */
export function inSpan<T>(
  name: string,
  { parent, attributes }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing) return work()
  const stored = contextOf(parent)
  const options = { attributes, links: stored ? linksToActive(stored) : [] }
  return tracer().startActiveSpan(name, options, stored ?? context.active(), (span) => finish(span, work))
}

/**
 * Adds a span to a stored trace for what has happened since `startedAt` (performance.now). It links to the active trace, and
 * that to it.
 */
export function addSpan(name: string, { parent, attributes }: SpanOptions, startedAt: number): void {
  const stored = contextOf(parent)
  if (!stored) return
  const links = linksToActive(stored)
  const span = tracer().startSpan(name, { attributes, links, startTime: startedAt }, stored)
  if (links.length > 0) trace.getActiveSpan()?.addLink({ context: span.spanContext() })
  span.end()
}

/** If the active trace is another one. */
function linksToActive(stored: Context): Link[] {
  const active = trace.getActiveSpan()?.spanContext()
  return active && active.traceId !== trace.getSpanContext(stored)?.traceId ? [{ context: active }] : []
}

/**
 * Runs work for several stored traces in one span: of their trace if all have the same, else of a new trace. Then each of
 * them gets a span that links to it.
 */
export function inSharedSpan<T>(
  name: string,
  parents: readonly TraceParent[],
  work: () => Promise<T>,
): Promise<T> {
  const members = [...distinct(parents).values()]
  const [only, ...others] = members
  if (!only) return work()
  const attributes = { 'ngoma.batch.size': parents.length }
  if (others.length === 0)
    return tracer().startActiveSpan(name, { attributes }, only.stored, (span) => finish(span, work))
  return tracer().startActiveSpan(name, { attributes, links: members }, ROOT_CONTEXT, async (span) => {
    const options = { attributes, links: [{ context: span.spanContext() }] }
    const own = members.map(({ stored }) => tracer().startSpan(name, options, stored))
    try {
      return await finish(span, work)
    } finally {
      for (const one of own) one.end()
    }
  })
}

/** The first of each trace. */
function distinct(parents: readonly TraceParent[]): Map<string, Link & { readonly stored: Context }> {
  const byTrace = new Map<string, Link & { readonly stored: Context }>()
  for (const parent of parents) {
    const stored = contextOf(parent)
    const found = stored && trace.getSpanContext(stored)
    if (found && !byTrace.has(found.traceId)) byTrace.set(found.traceId, { context: found, stored })
  }
  return byTrace
}

async function finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    if (error instanceof Error) span.setAttribute('error.type', error.name)
    throw error
  } finally {
    span.end()
  }
}
