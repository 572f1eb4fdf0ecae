import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchNewDay } from './new-day.ts'

class FakePage extends EventTarget {
  hidden = false
}

let page: FakePage
let line: EventTarget
let isLineThere: boolean
let days: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T20:00:00Z'), toFake: ['Date'] })
  page = new FakePage()
  line = new EventTarget()
  isLineThere = true
  days = 0
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', line)
  vi.stubGlobal('location', { href: 'https://ngoma.test/' })
  vi.stubGlobal('fetch', async () => {
    if (!isLineThere) throw new TypeError('no line')
    return new Response(null)
  })
  stop = watchNewDay(() => {
    days += 1
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('without a line it stays until there is one', async () => {
  isLineThere = false
  await wakeAt('2026-12-01T05:00:00Z')
  expect(days).toBe(0)
  isLineThere = true
  line.dispatchEvent(new Event('online'))
  await new Promise(setImmediate)
  expect(days).toBe(1)
})

test('where nobody waits for it any more it stays', async () => {
  stop()
  await wakeAt('2026-12-01T05:00:00Z')
  expect(days).toBe(0)
})
