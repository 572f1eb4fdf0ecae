// One work for several traces, messages and jobs of the outbox. The receiver's address is in the environment, so this file
// needs a process of its own.
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type ReceivedSpan, startTraceReceiver } from '#tests/support/trace-receiver.ts'
import { until } from '#tests/support/until.ts'

const receiver = await startTraceReceiver()
Object.assign(process.env, receiver.environment)
const { inBatches } = await import('#lib/core/batch.ts')
const { closeDb } = await import('#lib/core/db.ts')
const { listenTo, openEventFeed } = await import('#lib/core/event-feed.ts')
const { defineEvent, emit, enqueue, transaction } = await import('#lib/core/outbox.ts')
const { closeQueues, queue } = await import('#lib/core/queue.ts')
const { closeRedis } = await import('#lib/core/redis.ts')
const { endTracing, startTracing } = await import('#lib/core/start-tracing.ts')
const { addSpan, inSpan, inTrace, traceContext } = await import('#lib/core/tracing.ts')
const { deleteFilesJob } = await import('#lib/domain/uploads/jobs.ts')
await startTracing('worker')

afterAll(async () => {
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
  await endTracing()
  await receiver.end()
})

const untilSpans = (name: string, count: number) =>
  until(`${count} spans ${name}`, () => {
    const found = receiver.spans.filter((span) => span.name === name)
    return found.length === count && found
  })
/** @returns the traceparent of a new trace */
const newTrace = (name: string) => inSpan(name, {}, async () => traceContext())
const traceOf = (parent: string | null) => parent?.split('-')[1]
const linked = ({ links }: ReceivedSpan) => links.map(({ traceId }) => traceId).sort()

test('a batch for one trace is a part of it', async () => {
  const add = inBatches(async (items: readonly number[]) => items, { name: 'one' })
  const parent = await inSpan('asks', {}, async () => {
    await Promise.all([add(1), add(2)])
    return traceContext()
  })
  const [batch] = await untilSpans('one', 1)
  expect([batch?.traceId, batch?.parentSpanId]).toEqual(parent?.split('-').slice(1, 3))
})

test('a batch for several traces has its own, and each of them has a span that links to it', async () => {
  const inside: (string | null)[] = []
  const work = async (items: readonly string[]) => {
    inside.push(traceContext())
    return items
  }
  const add = inBatches(work, { name: 'many', intervalMs: 20 })
  const one = (name: string) =>
    inSpan(name, {}, async () => {
      await add(name)
      return traceContext()
    })
  await add('first')
  const parents = await Promise.all([one('second'), one('third')])
  const spans = await untilSpans('many', 3)
  const shared = spans.find(({ parentSpanId = '' }) => parentSpanId === '')
  const members = parents.map(traceOf).sort()
  expect(shared && linked(shared)).toEqual(members)
  const others = spans.filter((span) => span !== shared)
  expect(others.map(({ traceId }) => traceId).sort()).toEqual(members)
  for (const other of others) expect(linked(other)).toEqual([shared?.traceId])
  expect(inside.map(traceOf)).toEqual([undefined, shared?.traceId])
})

test('who hears an event of a transaction continues its trace', async () => {
  const event = defineEvent({ channel: 'a-test', schema: z.object({ word: z.string() }) })
  const heard: unknown[] = []
  const connected = Promise.withResolvers<void>()
  const feed = openEventFeed([listenTo(event, (payload) => heard.push(payload, traceContext()))], (is) => {
    if (is) connected.resolve()
  })
  onTestFinished(() => feed.end())
  await connected.promise
  await transaction((tx) => emit(tx, event, { word: 'none' }))
  const parent = await inSpan('emits', {}, async () => {
    await transaction((tx) => emit(tx, event, { word: 'traced' }))
    return traceContext()
  })
  await until('both are heard', () => heard.length === 4)
  expect(heard).toEqual([{ word: 'none' }, null, { word: 'traced' }, parent])
})

test('a job of a transaction carries its trace', async () => {
  const parent = await inSpan('enqueues', {}, async () => {
    await transaction((tx) => enqueue(tx, deleteFilesJob, { files: [] }))
    return traceContext()
  })
  const [job] = await queue('housekeeping').getJobs(['waiting'])
  expect(job?.opts.telemetry?.metadata).toContain(traceOf(parent))
})

test('what has happened is added to its trace and linked to the active one', async () => {
  const parent = await newTrace('before')
  const active = await inSpan('now', {}, async () => {
    addSpan('added', { parent }, performance.now())
    return traceContext()
  })
  const [[added], [span]] = await Promise.all([untilSpans('added', 1), untilSpans('now', 1)])
  expect([added?.traceId, added && linked(added)]).toEqual([traceOf(parent), [traceOf(active)]])
  expect(span && linked(span)).toEqual([traceOf(parent)])
})

test('an error is named and not quoted, and an unsampled trace stays unsampled', async () => {
  const refuse = () => Promise.reject(new RangeError('254712345678 is not right'))
  await expect(inSpan('fails', {}, refuse)).rejects.toThrow(RangeError)
  const [failed] = await untilSpans('fails', 1)
  expect(failed).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'RangeError' } }],
  })
  const unsampled = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`
  await inSpan('unsampled', { parent: unsampled }, async () =>
    expect(traceContext()).toMatch(/^00-1+-.*-00$/),
  )
  for (const wrong of ['', '00-1-2-00', `00-${'1'.repeat(32)}-${'2'.repeat(16)}`, null])
    expect(inTrace(wrong, traceContext)).toBeNull()
  await newTrace('after')
  await untilSpans('after', 1)
  expect(receiver.spans.filter(({ name }) => name === 'unsampled')).toEqual([])
})
