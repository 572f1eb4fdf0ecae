import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribeVotes } from '#lib/client/live/live-socket.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import {
  answered,
  pendingGift,
  StubSocket,
  stubAnswers,
  stubBrowser,
  stuck,
} from '#tests/support/browser-of-gifts.ts'
import { ANSWER_LIMIT_MS } from './answer-limit.ts'
import { followGift } from './gift-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  for (const stop of following.splice(0)) stop()
  // An unused socket stays open for ten seconds.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Ends everything that a test follows. */
const following: (() => void)[] = []

const declined: Partial<GiftView> = { status: 'failed', failure: 'no_answer' }
const counted: Partial<GiftView> = { status: 'completed' }

/** Follows a gift with these answers; null is a stuck connection. Records events as words. */
function follow(...answers: (Partial<GiftView> | null)[]) {
  const browser = stubBrowser()
  const id = randomUUID()
  const gift = (change: Partial<GiftView>): GiftView => ({ ...pendingGift, id, ...change })
  const requests = stubAnswers(...answers.map((change) => (change ? answered(gift(change)) : stuck)))
  const heard: string[] = []
  const stop = followGift(id, {
    onAnswer: ({ status }) => heard.push(status),
    onUnknown: () => heard.push('unknown'),
  })
  following.push(stop)
  const tell = (change: Partial<GiftView>, socket = newestSocket()) =>
    socket.tell({ type: 'gift_update', data: gift(change) })
  return { ...browser, id, requests, heard, stop, tell }
}

function newestSocket(): StubSocket {
  const socket = StubSocket.all.at(-1)
  if (!socket) throw new Error('no socket was opened')
  return socket
}

/** Lets the socket's code load, then time pass. */
async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(1)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(ms)
}

/** Like `follow`, without sockets. */
async function followWithoutSocket(...answers: (Partial<GiftView> | null)[]) {
  const followed = follow(...answers)
  await pass()
  newestSocket().fail()
  await pass()
  return followed
}

test('a gift is followed over a socket without polling, until it is final', async () => {
  const { id, heard, requests, tell } = follow()
  await pass()
  expect(StubSocket.all.map(({ url }) => url)).toEqual([`wss://ngoma.test/ws/gifts/${id}/`])
  newestSocket().open()
  tell({})
  await pass(120_000)
  tell(declined)
  tell(counted)
  expect([heard, requests]).toEqual([['pending', 'failed', 'completed'], []])
  await pass(60_000)
  expect(newestSocket().readyState).toBe(3)
  expect(StubSocket.all).toHaveLength(1)
})

test('a page with an open socket watches its gift on that socket, also after a reconnect', async () => {
  stubBrowser()
  const votes = StubSocket.all
  following.push(subscribeVotes(randomUUID(), () => undefined))
  votes[0]?.open()
  const { id, heard, requests, tell } = followBeside()
  await pass()
  expect(votes).toHaveLength(1)
  const asked = { type: 'watch_gift', gift_id: id }
  expect(votes[0]?.sent).toContainEqual(asked)
  tell({})
  votes[0]?.fail()
  await pass(4_000)
  votes[1]?.open()
  expect(votes[1]?.sent).toContainEqual(asked)
  tell(counted)
  expect([heard, requests.length]).toEqual([['pending', 'pending', 'completed'], 1])
})

/** Like `follow`, on an open page. */
function followBeside() {
  const id = randomUUID()
  const requests = stubAnswers(answered({ ...pendingGift, id }))
  const heard: string[] = []
  const stop = followGift(id, { onAnswer: ({ status }) => heard.push(status), onUnknown: () => undefined })
  following.push(stop)
  const tell = (change: Partial<GiftView>) =>
    newestSocket().tell({ type: 'gift_update', data: { ...pendingGift, id, ...change } })
  return { id, requests, heard, tell }
}

test('where no socket opens it is asked at once, and then every 5, 10 and 20 seconds', async () => {
  const { requests } = await followWithoutSocket({})
  const counts = [requests.length]
  for (const seconds of [5, 10, 20, 20]) {
    await pass(seconds * 1_000)
    counts.push(requests.length)
  }
  expect(counts).toEqual([1, 2, 3, 4, 5])
})

test('a socket that says nothing of the gift is not trusted', async () => {
  const { heard } = follow(counted)
  await pass()
  newestSocket().open()
  newestSocket().tell({ type: 'pong', timestamp: 0 })
  await pass(5_000)
  expect(heard).toEqual(['completed'])
})

test('what is asked while the socket speaks is older, and is not heard', async () => {
  const { heard, tell, show } = follow(null)
  await pass()
  newestSocket().open()
  show(true)
  tell(declined)
  await pass(ANSWER_LIMIT_MS)
  expect(heard).toEqual(['failed'])
})

test('a payment that was declined is asked about seldom until it counts, and then no more', async () => {
  const { heard, requests } = await followWithoutSocket({}, declined, declined, counted)
  await pass(5_000)
  expect(heard).toEqual(['pending', 'failed'])
  await pass(50_000)
  expect(requests).toHaveLength(2)
  await pass(70_000)
  expect(heard).toEqual(['pending', 'failed', 'failed', 'completed'])
  await pass(3_600_000)
  expect(requests).toHaveLength(4)
})

test('of a payment that was declined nothing is asked while nobody looks, and at once when somebody does', async () => {
  const { heard, requests, show } = await followWithoutSocket(declined, counted)
  show(false)
  await pass(3_600_000)
  expect(requests).toHaveLength(1)
  show(true)
  await pass(100)
  expect(heard).toEqual(['failed', 'completed'])
})

test('one that nobody knows is not asked about again, nor is anything once it is not followed', async () => {
  stubBrowser()
  const requests = stubAnswers(answered({ detail: 'Not found.' }, 404))
  const onUnknown = vi.fn()
  following.push(followGift(randomUUID(), { onAnswer: () => expect.unreachable(), onUnknown }))
  await pass(60_000)
  expect(onUnknown).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(1)
  const followed = await followWithoutSocket({})
  followed.stop()
  await pass(60_000)
  expect(followed.requests).toHaveLength(1)
})

test('a question that hangs ends, and the next one is asked', async () => {
  const { heard, requests } = await followWithoutSocket(null, counted)
  await pass(ANSWER_LIMIT_MS - 1_000)
  expect(requests).toHaveLength(1)
  await pass(10_000)
  expect(heard).toEqual(['completed'])
})

test('it is asked at once when the device is online again, and what the question before it says is not heard any more', async () => {
  const { heard, requests, goOnline, stop } = await followWithoutSocket(null, declined)
  goOnline()
  await pass(100)
  expect([requests.length, heard]).toEqual([2, ['failed']])
  stop()
  goOnline()
  await pass(60_000)
  expect(requests).toHaveLength(2)
})
