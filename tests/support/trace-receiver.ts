// A receiver of OpenTelemetry's traces by OTLP over HTTP, in JSON.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const keyValues = z.array(z.object({ key: z.string(), value: z.json() })).default([])
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: keyValues,
  status: z.looseObject({ message: z.string().optional() }),
  events: z.array(z.object({ name: z.string(), attributes: keyValues })).default([]),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string(), attributes: keyValues })).default([]),
})
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: keyValues }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

export type ReceivedSpan = z.infer<typeof spanSchema> & {
  /** The process, such as `ngoma-web`. */
  service: string
  resource: z.infer<typeof keyValues>
}

export type TraceReceiver = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Variables with which a process sends its traces here, soon. */
  readonly environment: Readonly<Record<string, string>>
  end(): Promise<void>
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/v1/traces') spans.push(...readSpans(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    spans,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    end: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readSpans(body: string): ReceivedSpan[] {
  const { resourceSpans } = requestSchema.parse(JSON.parse(body))
  return resourceSpans.flatMap(({ resource: { attributes: resource }, scopeSpans }) => {
    const name = resource.find(({ key }) => key === 'service.name')?.value
    const service = JSON.stringify(name ?? '').replace(/^.*:"|"}$/g, '')
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service, resource })))
  })
}

/** Returns all that a span tells besides ids and times. */
export function wordsOf({ name, attributes, status, events, links, resource }: ReceivedSpan): string {
  const parts = [name, attributes, status, events.map((one) => [one.name, one.attributes]), resource]
  return JSON.stringify([...parts, links.map((one) => one.attributes)])
}

export function attributeOf(span: ReceivedSpan, key: string): unknown {
  return span.attributes.find((one) => one.key === key)?.value
}
