// Web, worker and realtime as processes that send their traces to a receiver of this test.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { intentOf, newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { makeDue, newEarner, payoutOf, untilPayout, workPayouts } from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { type ProductProcesses, startProduct } from '#tests/support/product-processes.ts'
import { mp3Of } from '#tests/support/sound-files.ts'
import { setKyc } from '#tests/support/submissions.ts'
import {
  attributeOf,
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
  wordsOf,
} from '#tests/support/trace-receiver.ts'
import { readTrackRow } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'
import { listen } from '../realtime/listener.ts'

const money = setUpMoney({ web: 'none', worker: 'none', settings: { callbackMs: 300 } })
let receiver: TraceReceiver
let product: ProductProcesses

beforeAll(async () => {
  receiver = await startTraceReceiver()
  product = await startProduct(receiver.environment)
})
afterAll(async () => {
  await product.end()
  await receiver.end()
})

/** What must be in no span, collected by the tests. */
const secrets: string[] = []

type Wanted = { service: string; name: string }
const web = (name: string): Wanted => ({ service: 'ngoma-web', name })
const worker = (name: string): Wanted => ({ service: 'ngoma-worker', name })
const realtime = (name: string): Wanted => ({ service: 'ngoma-realtime', name })

/** A statement's name also has the database, and a generated one its hash. */
const isNamed = (span: ReceivedSpan, name: string) =>
  span.name === name || (name.startsWith('pg.query:') && span.name.startsWith(name))

/** Waits for a trace that has all of these spans and an attribute, and that is connected below the first span. */
async function untilTrace(wanted: readonly Wanted[], [key, value]: [key: string, value: string]) {
  let lacks: string[] = []
  const look = () => {
    for (const spans of Map.groupBy(receiver.spans, ({ traceId }) => traceId).values()) {
      if (!spans.some((span) => JSON.stringify(attributeOf(span, key))?.includes(value))) continue
      const has = ({ service, name }: Wanted) =>
        spans.some((span) => span.service === service && isNamed(span, name))
      const ids = new Set(spans.map(({ spanId }) => spanId))
      const tops = spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId)).map(({ name }) => name)
      lacks = wanted.flatMap((one) => (has(one) ? [] : [`${one.service}: ${one.name}`]))
      if (lacks.length === 0 && tops.length === 1 && tops[0] === wanted[0]?.name) return spans
      lacks.push(`a parent of ${tops.join(' and ')}`)
    }
    return undefined
  }
  return until('a connected trace with all spans', look).catch((error: Error) => {
    throw new Error(`${error.message}; it lacks ${lacks.join(', ')}`)
  })
}

/** Tests whose spans the test of secrets needs too: each runs once, whichever of both comes first. */
const traced: (() => Promise<void>)[] = []
function testTrace(name: string, run: () => Promise<void>): void {
  let running: Promise<void> | undefined
  const once = () => {
    running ??= run()
    return running
  }
  traced.push(once)
  test(name, once)
}

/** The secret part of a callback's address. */
const tokenOf = (url: string) => /\/m\/([^/]+)\//.exec(url)?.[1] ?? ''

const spansOf = (name: string) => receiver.spans.filter((span) => span.name === name)

testTrace('a gift is one trace from its order to the socket messages', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setAutoAccept(phone, false)
  const votes = await listen(product.realtimePort, `/ws/votes/${video.id}/`)
  const id = await order(video, phone)
  await untilState(id, 'awaiting')
  const gift = await listen(product.realtimePort, `/ws/gifts/${id}/`)
  onTestFinished(() => {
    for (const { socket } of [votes, gift]) socket.terminate()
  })
  await gift.untilHeard('gift_update')
  money.mpesa.answer({ phone, answer: 'pin' })
  await gift.untilHeard('gift_update', ({ data }) => data.status === 'completed')
  await votes.untilHeard('vote_update', ({ vote_count }) => vote_count === 1)
  const { account_reference, checkout_request_id } = await intentOf(id)
  secrets.push(phone, phone.slice(3), `session-of-${phone}`, 'fingerprint-1', account_reference)
  secrets.push(String(checkout_request_id), tokenOf(callbackUrl('stk', id)))

  const trace = await untilTrace(
    [
      web('POST /api/videos/{id}/bulk-vote/'),
      web('make gifts'),
      web('pg.query:gifts-insertion'),
      worker('send prompt'),
      worker('POST'),
      worker('store answers to prompts'),
      web('receive callback'),
      worker('settle payments'),
      worker('pg.query:gift-count-votes'),
      realtime('send gifts'),
      realtime('send votes'),
    ],
    ['ngoma.payment.id', id],
  )
  // The callback is a request of M-Pesa's: a trace of its own, each linked to the other.
  const received = trace.find(({ name }) => name === 'receive callback')
  const callback = await until('its request', () =>
    spansOf('POST /api/payments/m/{token}/stk').find(({ links }) => links?.[0]?.spanId === received?.spanId),
  )
  expect(callback.links).toHaveLength(1)
  expect(received?.links).toMatchObject([{ traceId: callback.traceId }])
})

testTrace('a payout is one trace from its request to the wallet', async () => {
  const { id, access, phone } = await newEarner(money)
  const wallet = await listen(product.realtimePort, `/ws/wallet/?token=${access}`)
  onTestFinished(() => wallet.socket.terminate())
  await wallet.untilHeard('wallet_update')
  const answer = await send('/api/wallet/api/withdraw/initiate/', {
    body: { amount: 100, phone_number: phone },
    headers: { authorization: `Bearer ${access}`, 'idempotency-key': 'a-withdrawal-of-a-test' },
  })
  expect(answer.status, answer.text).toBe(201)
  const reference = String(answer.json.transaction_reference)
  await makeDue(reference)
  await workPayouts()
  const { attempt_id, conversation_id } = await untilPayout(reference, 'paid')
  secrets.push(phone, phone.slice(3), access, reference, String(conversation_id), 'a-withdrawal-of-a-test')
  secrets.push(tokenOf(callbackUrl('b2c/result', String(attempt_id))))
  const payout = await payoutOf(reference)
  await untilTrace(
    [
      web('POST /api/wallet/api/withdraw/initiate/'),
      web('pg.query:insert-payout'),
      worker('send payout'),
      worker('POST'),
      web('receive callback'),
      worker('settle Result'),
      realtime('send wallets'),
    ],
    ['ngoma.payout.id', payout.id],
  )
  secrets.push(id)
})

testTrace('an upload is one trace from its link to the reading of the file', async () => {
  const { user, access } = await signInAs('copyright_owner')
  await setKyc(user.id, 'approved')
  const file = mp3Of(2)
  const headers = { authorization: `Bearer ${access}` }
  const body = { filename: 'Usiku_wa_Manane.mp3', file_size: file.byteLength, content_type: 'audio/mpeg' }
  const opened = await send('/api/tracking/upload/initiate/', { body, headers })
  expect(opened.status, opened.text).toBe(201)
  const { session_id, upload_url, content_type } = opened.json
  const put = { method: 'PUT', body: Buffer.from(file), headers: { 'content-type': String(content_type) } }
  expect((await fetch(String(upload_url), put)).status).toBe(200)
  const done = await send(`/api/tracking/upload/${session_id}/complete/`, { headers })
  expect(done.status, done.text).toBe(200)
  await until('the file is read', async () => (await readTrackRow(String(session_id)))?.status === 'pending')
  const { pathname, searchParams } = new URL(String(upload_url))
  // Its digits also occur in times.
  searchParams.delete('X-Amz-Expires')
  secrets.push(access, 'Usiku', pathname.split('/').at(-1) ?? '', ...searchParams.values())
  const [row] = await rows<{ stored_key: string }>(
    db(),
    'SELECT stored_key FROM upload_session WHERE id = $1',
    [session_id],
  )
  secrets.push(row?.stored_key.split('/').at(-1) ?? '')
  await untilTrace(
    [
      web('POST /api/tracking/upload/initiate/'),
      web('pg.query:insert-upload_session'),
      web('complete upload'),
      web('PUT'),
      web('add housekeeping.read-track'),
      worker('process housekeeping'),
    ],
    ['ngoma.upload.id', String(session_id)],
  )
})

testTrace('a line of the log names the trace that it belongs to', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'throttled' })
  const id = await order(video, phone)
  secrets.push(phone, phone.slice(3))
  await untilState(id, 'rejected')
  const trace = await untilTrace(
    [web('POST /api/videos/{id}/bulk-vote/'), worker('send prompt')],
    ['ngoma.payment.id', id],
  )
  const sent = trace.find(({ name }) => name === 'send prompt')
  const line = product
    .output()
    .split('\n')
    .find((one) => one.includes('prompt not acknowledged') && one.includes(id))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: sent?.traceId, span_id: sent?.spanId })
})

testTrace('a caller chooses no trace', async () => {
  const traceId = 'a'.repeat(32)
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }
  await send(`/api/gifts/${newId()}/`, { method: 'GET', headers })
  await until('the request is traced', () => spansOf('GET /api/gifts/{id}/').length > 0)
  expect(receiver.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test('no span contains a phone number, a token or a document', async () => {
  for (const once of traced) await once()
  expect(secrets.length).toBeGreaterThan(20)
  const telling = receiver.spans.filter((span) =>
    secrets.some((one) => one === '' || wordsOf(span).includes(one)),
  )
  expect(telling.map(wordsOf)).toEqual([])
  expect(receiver.spans.filter((span) => /254[17]\d{8}|Bearer|X-Amz/.test(wordsOf(span)))).toEqual([])
  // A new attribute is added to `known` after a check that it holds none of these.
  const keys = new Set(receiver.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].filter((key) => !known.includes(key))).toEqual([])
})

const known = [
  'bullmq.job.attempts.made',
  'bullmq.job.id',
  'bullmq.job.name',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'db.namespace',
  'db.operation.name',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'ngoma.batch.size',
  'ngoma.callback.kind',
  'ngoma.payment.id',
  'ngoma.payout.id',
  'ngoma.socket.readers',
  'ngoma.upload.id',
  'ngoma.upload.kind',
  'server.address',
  'server.port',
  'url.scheme',
]
