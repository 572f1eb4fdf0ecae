import { SpanKind } from '@opentelemetry/api'
import { defaultResource } from '@opentelemetry/resources'
import { describe, expect, test } from 'vitest'
import { filtered, filterSpan, type ReadableSpan, type SpanExporter } from './span-filter.ts'

const context = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }
const PHONE = '254712345678'

function spanOf(given: Partial<ReadableSpan>): ReadableSpan {
  return {
    name: 'a span',
    kind: SpanKind.INTERNAL,
    spanContext: () => context,
    startTime: [0, 0],
    endTime: [0, 0],
    duration: [0, 0],
    ended: true,
    status: { code: 0 },
    attributes: {},
    links: [],
    events: [],
    resource: defaultResource(),
    instrumentationScope: { name: 'a test' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    ...given,
  }
}

describe('a span that leaves the process', () => {
  test('has only attributes that are listed', () => {
    const attributes = {
      'db.operation.name': 'get',
      'db.query.text': `SELECT '${PHONE}'`,
      'url.path': `/api/find/${PHONE}`,
      'url.query': 'token=secret',
      'url.full': 'https://store.example/bucket/a1?X-Amz-Signature=abc',
      'user_agent.original': 'a browser',
      'client.address': '10.0.0.1',
      'ngoma.batch.size': 3,
      'bullmq.job.result': '{}',
    }
    expect(filterSpan(spanOf({ attributes })).attributes).toEqual({
      'db.operation.name': 'get',
      'ngoma.batch.size': 3,
    })
  })

  test('names the host of calls, not what a Host header says', () => {
    const attributes = { 'server.address': 'store.example', 'http.request.method': 'GET' }
    const called = filterSpan(spanOf({ kind: SpanKind.CLIENT, attributes }))
    expect(called.attributes).toEqual(attributes)
    const received = filterSpan(spanOf({ kind: SpanKind.SERVER, attributes }))
    expect(received.attributes).toEqual({ 'http.request.method': 'GET' })
  })

  test('quotes no error', () => {
    const error = { 'exception.type': 'Error', 'exception.message': PHONE, 'exception.stacktrace': PHONE }
    const given = spanOf({
      status: { code: 2, message: PHONE },
      events: [{ time: [0, 0], name: 'exception', attributes: error }],
      links: [{ context, attributes: { word: PHONE } }],
    })
    expect(filterSpan(given)).toMatchObject({ status: { code: 2 }, events: [], links: [{ context }] })
    expect(JSON.stringify(filterSpan(given))).not.toContain(PHONE)
  })

  test.each([
    [
      'a request',
      'POST',
      { 'http.request.method': 'POST', 'http.route': '/api/gifts/[id]' },
      'POST /api/gifts/[id]',
    ],
    ['a request without a route', 'GET', { 'http.request.method': 'GET' }, 'GET'],
    [
      'a route of Next',
      'GET /[locale]/dancer/[username]',
      { 'next.span_type': 'BaseServer.handleRequest', 'http.route': '/[locale]/dancer/[username]' },
      'BaseServer.handleRequest /[locale]/dancer/[username]',
    ],
    [
      'a call of Next',
      'fetch GET https://host.example/files/a1b2?token=x',
      { 'next.span_type': 'AppRender.fetch' },
      'AppRender.fetch',
    ],
    ['one of ours', 'settle payments', {}, 'settle payments'],
  ])('of %s has a name without values', (_what, name, attributes, plain) =>
    expect(filterSpan(spanOf({ name, attributes })).name).toBe(plain),
  )

  test('is not one of a queue that waits for jobs', async () => {
    const sent: string[] = []
    const exporter = {
      export: (spans, done) => {
        sent.push(...spans.map(({ name }) => name))
        done({ code: 0 })
      },
      shutdown: async () => undefined,
    } satisfies SpanExporter
    const instrumentationScope = { name: 'bullmq' }
    const spans = [
      spanOf({ name: 'getNextJob mail', instrumentationScope }),
      spanOf({ name: 'complete mail', instrumentationScope, parentSpanContext: context }),
      spanOf({ name: 'process mail', instrumentationScope, kind: SpanKind.CONSUMER }),
    ]
    filtered(exporter).export(spans, () => undefined)
    expect(sent).toEqual(['complete mail', 'process mail'])
  })
})
