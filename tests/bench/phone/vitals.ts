import type { Browser, Page } from '@playwright/test'
import { median } from '../rounds.ts'
import { onThinLine } from './line.ts'

/** What a visit feels like. Times in milliseconds, sizes in units of 1,000 bytes. */
export type Vitals = {
  /** Largest paint of what is seen before anything is touched. */
  paint: number
  /** Sum of the layout's shifts, as browsers weigh them. */
  shift: number
  script: number
  /** Everything that came before the first video moved; of a page without one, until it had loaded. */
  all: number
  /** From opening the page until the first video moved. */
  plays: number | undefined
  /** From the touch of Gift and of what follows to the next paint, the slowest of them. */
  touch: number | undefined
  /** From the touch of Gift until its dialog is painted, as the browser measures it (in steps of 8 ms). */
  dialog: number | undefined
}

/** How long a visitor looks at a page before touching it, in milliseconds. */
const LOOKING_MS = 2_000

/** A visit, with what its figures are about. */
type Visit = Vitals & { largest: string; shifted: string[] }

declare global {
  interface Window {
    vitals: { paint: number; what: string; shift: number; shifted: string[]; touch: number; dialog: number }
  }
}

type VisitOptions = {
  hasVideo: boolean
  /** How many times slower than this machine the phone is. */
  slowdown: number
}

/** Opens an address `runs` times, each time as a new visitor. @returns medians */
export async function visitOften(
  browser: Browser,
  address: string,
  runs: number,
  options: VisitOptions,
): Promise<Visit> {
  const seen: Visit[] = []
  for (let run = 0; run < runs; run++) seen.push(await visitOnce(browser, address, options))
  const middle = (read: (vitals: Vitals) => number | undefined) => {
    const values = seen.map(read).filter((value) => value !== undefined)
    return values.length > 0 ? median(values) : undefined
  }
  return {
    paint: median(seen.map(({ paint }) => paint)),
    shift: median(seen.map(({ shift }) => shift)),
    script: median(seen.map(({ script }) => script)),
    all: median(seen.map(({ all }) => all)),
    plays: middle(({ plays }) => plays),
    touch: middle(({ touch }) => touch),
    dialog: middle(({ dialog }) => dialog),
    largest: seen.at(-1)?.largest ?? '',
    shifted: seen.at(-1)?.shifted ?? [],
  }
}

function visitOnce(browser: Browser, address: string, { hasVideo, slowdown }: VisitOptions) {
  return onThinLine(browser, slowdown, async ({ page, received }) => {
    await page.addInitScript(watchVitals)
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    const plays = hasVideo ? await untilVideoMoves(page) : undefined
    const { all, scripts } = received()
    await page.waitForLoadState('networkidle', { timeout: 60_000 }).catch(() => undefined)
    // The largest paint is settled with the first touch, so it is read before.
    const { paint, what, shift, shifted } = await page.evaluate(() => window.vitals)
    // Who gives has looked first: by then what was loaded meanwhile has run.
    await page.waitForTimeout(LOOKING_MS)
    const touched = hasVideo ? await touchGift(page) : undefined
    return {
      paint,
      largest: what,
      shift,
      shifted,
      script: scripts / 1000,
      all: all / 1000,
      plays,
      touch: touched?.touch,
      dialog: touched?.dialog,
    }
  })
}

/** @returns when one was seen to move, in milliseconds after the page was opened */
async function untilVideoMoves(page: Page): Promise<number> {
  const moved = await page.waitForFunction(
    () =>
      [...document.querySelectorAll('video')].some(
        (film) => film.currentTime > 0 && getComputedStyle(film).opacity === '1',
      ) && performance.now(),
    undefined,
    { timeout: 60_000 },
  )
  return Number(await moved.jsonValue())
}

/** Gives as far as one can without paying: how many, then the form. */
async function touchGift(page: Page): Promise<{ touch: number; dialog: number }> {
  const gift = page.getByRole('button', { name: /^Gift\b/ }).first()
  await gift.tap()
  await page.waitForFunction(() => window.vitals.dialog > 0)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Continue/ })
    .tap()
  await page.getByRole('dialog').getByLabel('M-PESA phone number').tap()
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 200))))
  const { touch, dialog } = await page.evaluate(() => window.vitals)
  return { touch, dialog }
}

/** Runs in the page, before anything else does. */
export function watchVitals(): void {
  const vitals: Window['vitals'] = { paint: 0, what: '', shift: 0, shifted: [], touch: 0, dialog: 0 }
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
    vitals.touch = Math.max(vitals.touch, entry.duration)
    // Until the first paint after the touch; Infinity where the dialog comes with a later one.
    if (entry.name === 'click') vitals.dialog ||= isInFirstFrame ? entry.duration : Number.POSITIVE_INFINITY
  })
}
