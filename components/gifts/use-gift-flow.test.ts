import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  keepWaitingGift,
  type OpenGift,
  readOpenGift,
  readWaitingGift,
  rememberOpenGift,
  WAITING_LIFE_MS,
} from '#lib/client/gifts/open-gift.ts'
import {
  answered,
  offline,
  pendingGift,
  stubAnswers,
  stubBrowser,
  stuck,
} from '#tests/support/browser-of-gifts.ts'
import { drawOnce } from '#tests/support/shown-call.tsx'
import { useGiftFlow } from './use-gift-flow.ts'

beforeEach(() => {
  vi.useFakeTimers()
  stubBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const phone = '254712345678'
const request = { videoId: 'v2', title: 'Leso', dancer: 'Amina', paybill: null }

/** A flow on a new page. */
const openedFlow = () => drawOnce(new QueryClient(), useGiftFlow)

/** A flow on a new page with a pending gift of two votes. */
function flowWithWaiting() {
  keepWaitingGift({
    key: 'its key',
    request,
    quantity: 2,
    phone,
    startedAt: Date.now(),
    waitsFor: 'line',
  })
  return openedFlow()
}

/** A flow with two votes picked and nothing sent. */
function flowAtConfirmation() {
  return drawOnce(new QueryClient(), () => {
    const flow = useGiftFlow()
    if (flow.state.step === 'closed') flow.dispatch({ type: 'asked', request })
    if (flow.state.step === 'select') flow.dispatch({ type: 'picked', quantity: 2 })
    return flow
  })
}

/** Sends the pending gift over a stuck connection. */
async function send(flow: ReturnType<typeof flowWithWaiting>) {
  const sent = flow.send(phone)
  await vi.advanceTimersByTimeAsync(30_000)
  await sent
}

const badGateway = async () => new Response('<html>502 Bad Gateway</html>', { status: 502 })

test.each([
  ['a proxy that reached nobody, or gave up', badGateway, 'answer'],
  ['a server that is down', async () => new Response(null, { status: 503 }), 'answer'],
  [
    'a fault, after which it may have been taken',
    answered({ detail: 'Something went wrong.', request_id: 'r' }, 500),
    'answer',
  ],
  ['a proxy that waited for too long', async () => new Response(null, { status: 408 }), 'answer'],
  ['no connection', offline, 'line'],
  ['a connection that is stuck', stuck, 'line'],
] as const)(
  'a gift whose first try meets %s waits, and after a reload is tried with the same key',
  async (_, first, waitsFor) => {
    const requests = stubAnswers(first, answered({ gift_id: 'g' }, 202))
    await send(flowAtConfirmation())
    expect(readWaitingGift()).toMatchObject({ key: requests[0]?.key, quantity: 2, waitsFor })
    const reloaded = openedFlow()
    expect(reloaded.state.waiting).toMatchObject({ key: requests[0]?.key, waitsFor })
    await send(reloaded)
    expect(requests[0]?.key).toMatch(/^[0-9a-f]{24}$/)
    expect(requests.map(({ key }) => key)).toEqual(Array(2).fill(requests[0]?.key))
    expect(readOpenGift()).toMatchObject({ id: 'g' })
  },
)

test.each([
  ['there are too many', answered({ code: 'gifts_crowded', error: 'Many are paying.', retry_after: 5 }, 429)],
  ['a limit is reached', answered({ detail: 'Too many.', retry_after: 5 }, 429)],
  ['voting is closed', answered({ code: 'voting_closed', error: 'Over.' }, 403)],
])('a first one that is refused because %s was not made, and does not wait', async (_, refusal) => {
  stubAnswers(refusal)
  await send(flowAtConfirmation())
  expect(readWaitingGift()).toBeNull()
})

test('one that was cancelled is the same gift where it is asked for again, also after a reload', async () => {
  const requests = stubAnswers(offline, answered({ gift_id: 'g' }, 202))
  await send(flowAtConfirmation())
  openedFlow().cancel()
  expect(openedFlow().state.waiting).toBeNull()
  await send(flowAtConfirmation())
  expect(requests.map(({ key }) => key)).toEqual(Array(2).fill(requests[0]?.key))
})

test('one that is on its way when the page is reloaded waits for an answer', async () => {
  // On leaving, browsers notify the page and cancel its requests.
  stubAnswers(async () => {
    window.dispatchEvent(new Event('beforeunload'))
    return offline()
  })
  await send(flowAtConfirmation())
  expect(openedFlow().state.waiting).toMatchObject({ quantity: 2, waitsFor: 'answer' })
})

test('a gift that went unanswered keeps its key and its place where an answer says nothing of it, and is given up for a refusal', async () => {
  const crowded = { code: 'gifts_crowded', error: 'Many are paying.', retry_after: 5 }
  const paused = { code: 'prompts_paused', error: 'Not now.', retry_after: 60 }
  // The server checks a token before the key; a failing server may have checked neither.
  const unclear = [
    answered({ detail: 'Too many.', retry_after: 5 }, 429),
    answered(crowded, 429),
    answered({ code: 'unavailable', error: 'Not now.' }, 503),
    answered({ code: 'token_not_valid', detail: 'Your session has ended. Please log in again.' }, 401),
    offline,
  ]
  const requests = stubAnswers(...unclear, answered(paused, 429))
  const flow = flowWithWaiting()
  for (let time = 0; time < unclear.length; time++) {
    await send(flow)
    expect(readWaitingGift()).toMatchObject({ key: 'its key' })
  }
  await send(flow)
  expect(readWaitingGift()).toBeNull()
  expect(requests.map(({ key }) => key)).toEqual(Array(unclear.length + 1).fill('its key'))
})

test('one on a stuck connection is given up after its time', async () => {
  stubAnswers(stuck)
  const flow = flowWithWaiting()
  void flow.send(phone)
  vi.setSystemTime(Date.now() + WAITING_LIFE_MS)
  const requests = stubAnswers(stuck)
  await flow.send(phone)
  expect(readWaitingGift(Date.now() - WAITING_LIFE_MS)).toBeNull()
  expect(requests).toEqual([])
})

test('where another one is open on that phone, that one is followed, as what it is', async () => {
  const promptOpen = { code: 'prompt_open', error: 'One is open.', gift_id: 'g' }
  stubAnswers(answered(promptOpen, 409), answered(pendingGift))
  await send(flowWithWaiting())
  expect(readOpenGift()).toMatchObject({
    id: 'g',
    videoId: 'v',
    title: 'Kanga',
    quantity: 5,
    notOrdered: { title: 'Leso', quantity: 2 },
  })
  expect(readWaitingGift()).toBeNull()
})

test('one that may have been ordered is asked about, also where another payment of this device is open', async () => {
  const requests = stubAnswers(answered({ gift_id: 'new' }, 202))
  const open: OpenGift = { ...request, id: 'g', videoId: 'v', quantity: 5, phone, startedAt: Date.now() }
  rememberOpenGift(open)
  await send(flowWithWaiting())
  expect(requests.map(({ key }) => key)).toEqual(['its key'])
  expect(readOpenGift()).toMatchObject({ id: 'new', videoId: 'v2', quantity: 2 })
})

test('after a payment that failed the same gift goes out in one tap, as a new one', async () => {
  const open: OpenGift = { ...request, id: 'g', quantity: 3, phone, startedAt: Date.now(), told: 'failed' }
  rememberOpenGift(open)
  const requests = stubAnswers(answered({ gift_id: 'new' }, 202))
  await openedFlow().resend()
  expect(requests).toMatchObject([{ path: '/api/videos/v2/bulk-vote/', key: expect.any(String) }])
  expect(readOpenGift()).toMatchObject({ id: 'new', videoId: 'v2', quantity: 3, phone })
})

test('while a payment is open nothing is sent again', async () => {
  rememberOpenGift({ ...request, id: 'g', quantity: 3, phone, startedAt: Date.now() })
  const requests = stubAnswers(answered({ gift_id: 'new' }, 202))
  await openedFlow().resend()
  expect(requests).toEqual([])
})
