import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitBeforeTry } from './live-socket.ts'

type LiveSocket = typeof import('./live-socket.ts')

// A page that can be hidden, and its sockets.
class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 1
  isClosed = false
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(): void {}
  close(): void {
    this.isClosed = true
  }
  say(votes: number): void {
    this.onmessage?.({ data: JSON.stringify({ type: 'vote_update', vote_count: votes }) })
  }
}

class FakePage extends EventTarget {
  hidden = false
}

let page: FakePage
let socket: LiveSocket
let heard: unknown[]
let statuses: string[]
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = new FakePage()
  FakeSocket.all = []
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'https:', host: 'ngoma.test' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('WebSocket', FakeSocket)
  socket = await import('./live-socket.ts')
  heard = []
  statuses = []
  stop = socket.subscribeVotes(
    'v',
    ({ vote_count }) => void heard.push(vote_count),
    (status) => void statuses.push(status),
  )
})
afterEach(() => {
  stop()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(isShown: boolean): void {
  page.hidden = !isShown
  page.dispatchEvent(new Event('visibilitychange'))
}

const newest = () => FakeSocket.all.at(-1)

function expectNothingOld(): void {
  expect(statuses.at(-1)).toBe('connecting')
  const late: unknown[] = []
  socket.subscribeVotes('v', ({ vote_count }) => void late.push(vote_count))()
  expect(late).toEqual([])
  newest()?.say(9)
  expect([statuses.at(-1), heard.at(-1)]).toEqual(['live', 9])
}

test('after a pause nothing of before it is said to be live', () => {
  newest()?.say(5)
  expect([statuses.at(-1), heard]).toEqual(['live', [5]])
  show(false)
  vi.advanceTimersByTime(10_000)
  expect(FakeSocket.all.map(({ isClosed }) => isClosed)).toEqual([true])
  show(true)
  expect(FakeSocket.all).toHaveLength(2)
  expectNothingOld()
})

test('nor after a sleep, in which no timer has run', () => {
  newest()?.say(5)
  show(false)
  vi.setSystemTime(Date.now() + 3_600_000)
  show(true)
  expect(FakeSocket.all.map(({ isClosed }) => isClosed)).toEqual([true, false])
  expectNothingOld()
})

test('who only looks away keeps the socket', () => {
  newest()?.say(5)
  show(false)
  vi.advanceTimersByTime(9_000)
  show(true)
  expect([FakeSocket.all.length, statuses.at(-1)]).toEqual([1, 'live'])
})

test('a member’s socket has their token, and another member’s is another one', () => {
  let who = 'asha'
  const stored = new Map<string, () => string>([
    ['auth_token', () => `of ${who}`],
    ['user', () => JSON.stringify({ id: who, username: who, displayName: who, userType: 'dancer' })],
  ])
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored.get(name)?.() ?? null })
  const follow = () => socket.subscribeMember(() => undefined)
  const stops = [follow(), follow()]
  who = 'baraka'
  stops.push(follow())
  const made = FakeSocket.all.map(({ url }) => url.replace('wss://ngoma.test', ''))
  expect(made).toEqual(['/ws/votes/v/', '/ws/me/?token=of+asha', '/ws/me/?token=of+baraka'])
  for (const stopOne of stops) stopOne()
})

/** Returns the retry times in ms of a socket lost at 0, with this random value. */
function triesOf(random: number, until: number): number[] {
  const tries: number[] = []
  for (let at = waitBeforeTry(0, random); at < until; at += waitBeforeTry(at, random)) tries.push(at)
  return tries
}

test.each([0, 0.5, 1])(
  'a server that is back within four seconds is found within five (dice: %d)',
  (dice) => {
    const tries = triesOf(dice, 10_000)
    for (let back = 0; back <= 4_000; back += 100)
      expect(tries.find((at) => at >= back)).toBeLessThanOrEqual(5_000)
  },
)

test('in a long outage a socket asks rarely, and never waits for longer than half a minute', () => {
  expect(triesOf(0.5, 3_600_000).length).toBeLessThan(180)
  expect(waitBeforeTry(3_600_000, 1)).toBe(30_000)
  expect(triesOf(0, 6_000).length).toBeLessThanOrEqual(12)
})

test('browsers that lost a server in the same moment come back spread out', () => {
  for (const lostFor of [0, 800, 20_000, 600_000])
    expect(waitBeforeTry(lostFor, 1) - waitBeforeTry(lostFor, 0)).toBeGreaterThanOrEqual(500)
})
