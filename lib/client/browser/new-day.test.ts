import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchNewDay } from './new-day.ts'
import { serverClock } from './server-clock.ts'

class FakePage extends EventTarget {
  hidden = false
}

let page: FakePage
let target: EventTarget
let isOnline: boolean
/** A captive portal answers. */
let isNetsPage: boolean
let isFree: boolean
let asked: number
/** The server's clock is ahead by this, in ms. */
let serverIsAhead: number
let days: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-30T20:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  })
  knowServerClock()
  page = new FakePage()
  target = new EventTarget()
  isOnline = true
  isNetsPage = false
  isFree = true
  asked = 0
  serverIsAhead = 0
  days = 0
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', target)
  vi.stubGlobal('location', { href: 'https://ngoma.test/' })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (!isOnline) throw new TypeError('offline')
    return new Response(null, {
      headers: {
        date: new Date(Date.now() + serverIsAhead).toUTCString(),
        'content-type': 'text/html',
        ...(isNetsPage ? {} : { 'content-security-policy': "default-src 'self'" }),
      },
    })
  })
  stop = watchNewDay({
    mayBe: () => isFree,
    onNewDay: () => {
      days += 1
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  knowServerClock()
  vi.unstubAllGlobals()
})

/** The clock outlives a test. Its header has whole seconds, so it must be set at one. */
function knowServerClock(): void {
  serverClock.note(new Response(null, { headers: { date: new Date().toUTCString() } }))
}

async function wakeAt(moment: string): Promise<void> {
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  vi.setSystemTime(Date.parse(moment))
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await new Promise(setImmediate)
}

test('a page that has slept past midnight in Nairobi is opened anew, and one that has not is left', async () => {
  await wakeAt('2026-11-30T20:59:00Z')
  expect(days).toBe(0)
  await wakeAt('2026-11-30T21:00:00Z')
  expect(days).toBe(1)
})

/** The page stays visible, used once a minute or never. */
async function stayFor(minutes: number, isUsed: boolean): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    if (isUsed) page.dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(60_000)
    await new Promise(setImmediate)
  }
}

test('one that stays in view is opened anew once nobody uses it, and asks nothing before midnight', async () => {
  await stayFor(60, false)
  expect([asked, days]).toEqual([0, 0])
  await stayFor(30, true)
  expect([asked, days]).toEqual([0, 0])
  await stayFor(20, false)
  expect(days).toBeGreaterThan(0)
})

test('on a page that is no other on another day, or has something open over it, nothing is asked', async () => {
  isFree = false
  await wakeAt('2026-12-01T05:00:00Z')
  expect([asked, days]).toEqual([0, 0])
  isFree = true
  await stayFor(20, false)
  expect(days).toBeGreaterThan(0)
})

test('it is the server’s midnight that counts', async () => {
  serverIsAhead = -600_000
  await wakeAt('2026-11-30T21:05:00Z')
  expect(days).toBe(0)
  await wakeAt('2026-11-30T21:15:00Z')
  expect(days).toBe(1)
})

test('offline it stays until there is a connection', async () => {
  isOnline = false
  await wakeAt('2026-12-01T05:00:00Z')
  expect(days).toBe(0)
  isOnline = true
  target.dispatchEvent(new Event('online'))
  await new Promise(setImmediate)
  expect(days).toBe(1)
})

test('where the net answers with a page of its own it stays until the server answers', async () => {
  isNetsPage = true
  await wakeAt('2026-12-01T05:00:00Z')
  expect(days).toBe(0)
  isNetsPage = false
  target.dispatchEvent(new Event('online'))
  await new Promise(setImmediate)
  expect(days).toBe(1)
})

test('where nobody waits for it any more it stays', async () => {
  stop()
  await wakeAt('2026-12-01T05:00:00Z')
  expect(days).toBe(0)
})
