import type { Browser } from '@playwright/test'

/** What a phone of that kind needs for a millisecond of this processor, and how long a task may be until it blocks. */
const PHONE_FACTOR = 4
const LONG_TASK_MS = 50
/** How long is watched after a page has loaded: longer than any page here needs to come to rest. */
const REST_MS = 3_000
/** How long Chromium gets to bring up the process of the next page: one that is still starting is not traced from its start. */
const READY_MS = 700

/** The categories in which Chromium tells of its tasks and of the page that it opens. */
const categories = [
  '-*',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'loading',
]

/** One event of a trace; times in microseconds. `tdur` is what the thread had of the processor. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { url?: string } }
}

/**
 * Opens an address as a new visitor and adds up for how long tasks of its main thread would block a phone, counted in time of
 * the processor and not in time that passes. Where neighbours or the browser's other processes keep a thread waiting, which
 * Lighthouse counts as the page's own work, this figure hardly moves.
 * @returns milliseconds beyond 50 of each task, four times as long as here
 * @throws Error where the trace does not tell of the page
 */
export async function blockedByProcessor(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-KE',
  })
  try {
    const page = await context.newPage()
    await page.waitForTimeout(READY_MS)
    await browser.startTracing(page, { categories })
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(REST_MS)
    return blockedTime(readTrace(await browser.stopTracing()), address)
  } finally {
    await context.close()
  }
}

function readTrace(trace: Buffer): TraceEvent[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  return traceEvents
}

function blockedTime(events: readonly TraceEvent[], address: string): number {
  const opened = events.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === address)
  if (!opened) throw new Error(`The trace does not say when ${address} was opened.`)
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === opened.pid && tid === opened.tid,
  )
  // The task that opens the page began before the page was open.
  const own = tasks.filter(({ ts, dur = 0 }) => ts + dur >= opened.ts)
  return own.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * PHONE_FACTOR - LONG_TASK_MS), 0)
}
