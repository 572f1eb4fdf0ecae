import type { Browser, Page } from '@playwright/test'
import { median } from '../report.ts'

/** Metrics of a visit, in milliseconds. */
export type Visit = {
  /** Largest paint before any input, and its element. */
  paint: number
  largest: string
  /** Sum of layout shifts as browsers weigh them, and the shifted elements. */
  shift: number
  shifted: string[]
  /** From the touch of Gift until its dialog is painted, as the browser measures it (in steps of 8 ms). */
  dialog: number | undefined
}

/** Time before the first touch, in ms. */
const LOOKING_MS = 2_000

declare global {
  interface Window {
    vitals: { paint: number; what: string; shift: number; shifted: string[]; dialog: number }
  }
}

// Slow 4G as in Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip.
const slow4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/**
 * Opens an address `runs` times as a new visitor with a phone and a slow connection.
 * @param slowdown factor between this machine and the phone
 * @returns medians
 */
export async function visitOften(
  browser: Browser,
  address: string,
  { runs, slowdown, hasVideo }: { runs: number; slowdown: number; hasVideo: boolean },
): Promise<Visit> {
  const seen: Visit[] = []
  while (seen.length < runs) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'en-KE',
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    seen.push(await visit(page, address, hasVideo))
    await context.close()
  }
  const dialogs = seen.flatMap(({ dialog }) => dialog ?? [])
  return {
    paint: median(seen.map(({ paint }) => paint)),
    shift: median(seen.map(({ shift }) => shift)),
    dialog: dialogs.length > 0 ? median(dialogs) : undefined,
    largest: seen.at(-1)?.largest ?? '',
    shifted: seen.at(-1)?.shifted ?? [],
  }
}

async function visit(page: Page, address: string, hasVideo: boolean): Promise<Visit> {
  await page.addInitScript(watchVitals)
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
  if (hasVideo) await page.waitForFunction(isVideoMoving, undefined, { timeout: 60_000 })
  await page.waitForLoadState('networkidle', { timeout: 60_000 }).catch(() => undefined)
  // The first touch finalizes the largest paint, so it is read before.
  const { paint, what: largest, shift, shifted } = await page.evaluate(() => window.vitals)
  // A payer looks first: scripts that loaded meanwhile have run.
  await page.waitForTimeout(LOOKING_MS)
  const dialog = hasVideo ? await touchGift(page) : undefined
  return { paint, largest, shift, shifted, dialog }
}

const isVideoMoving = () =>
  [...document.querySelectorAll('video')].some(
    (film) => film.currentTime > 0 && getComputedStyle(film).opacity === '1',
  )

async function touchGift(page: Page): Promise<number> {
  await page
    .getByRole('button', { name: /^Gift\b/ })
    .first()
    .tap()
  await page.waitForFunction(() => window.vitals.dialog > 0)
  return page.evaluate(() => window.vitals.dialog)
}

/** Runs in the page before anything else. */
export function watchVitals(): void {
  const vitals: Window['vitals'] = { paint: 0, what: '', shift: 0, shifted: [], dialog: 0 }
  const nameOf = (node: unknown) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}`.slice(0, 60) : 'text'
  window.vitals = vitals
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...(type === 'event' ? { durationThreshold: 16 } : {}),
    })
  watch('largest-contentful-paint', (entry) => {
    vitals.paint = entry.startTime
    if ('element' in entry) vitals.what = nameOf(entry.element)
  })
  watch('layout-shift', (entry) => {
    if (!('hadRecentInput' in entry) || entry.hadRecentInput || !('value' in entry)) return
    vitals.shift += Number(entry.value)
    const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
    for (const { node } of sources)
      vitals.shifted.push(
        `${nameOf(node)} at ${Math.round(entry.startTime)} ms, by ${Number(entry.value).toFixed(4)}`,
      )
  })
  let isInFirstFrame = false
  const look = () => {
    isInFirstFrame = document.querySelector('[role=dialog]') !== null
  }
  addEventListener('click', () => requestAnimationFrame(look), { once: true })
  watch('event', (entry) => {
    if (!('interactionId' in entry) || Number(entry.interactionId) === 0) return
    // Until the first paint after the touch; Infinity if the dialog comes later.
    if (entry.name === 'click') vitals.dialog ||= isInFirstFrame ? entry.duration : Number.POSITIVE_INFINITY
  })
}
