import type { Browser, Page } from '@playwright/test'
import { median } from '../report.ts'
import { onSlowConnection } from './slow-connection.ts'

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

type VisitOptions = {
  hasVideo: boolean
  /** Factor between this machine and the phone. */
  slowdown: number
}

/** Opens an address `runs` times as a new visitor. @returns medians */
export async function visitOften(
  browser: Browser,
  address: string,
  runs: number,
  options: VisitOptions,
): Promise<Visit> {
  const seen: Visit[] = []
  for (let run = 0; run < runs; run++) seen.push(await visitOnce(browser, address, options))
  const dialogs = seen.flatMap(({ dialog }) => dialog ?? [])
  return {
    paint: median(seen.map(({ paint }) => paint)),
    shift: median(seen.map(({ shift }) => shift)),
    dialog: dialogs.length > 0 ? median(dialogs) : undefined,
    largest: seen.at(-1)?.largest ?? '',
    shifted: seen.at(-1)?.shifted ?? [],
  }
}

function visitOnce(browser: Browser, address: string, { hasVideo, slowdown }: VisitOptions): Promise<Visit> {
  return onSlowConnection(browser, slowdown, async (page) => {
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
  })
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
