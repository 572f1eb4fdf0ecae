import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts'
import { median } from '../rounds.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

export type Scores = Record<Category, number> & {
  /** What cost points, as Lighthouse names its audits. */
  lost: string[]
  /** How fast the machine's browser was meanwhile, unthrottled, by Lighthouse's own benchmark. */
  benchmarkIndex: number
}

/**
 * Has Lighthouse judge an address as a phone's on slow 4G, `runs` times.
 * @param slowdown how many times slower than this machine the phone is taken to be
 * @returns medians, 0 to 100
 */
export async function judge(address: string, runs: number, slowdown: number): Promise<Scores> {
  const seen: Scores[] = []
  for (let run = 0; run < runs; run++) seen.push(await judgeOnce(address, slowdown))
  const middle = (category: Category) => median(seen.map((scores) => scores[category]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    seo: middle('seo'),
    lost: [...new Set(seen.flatMap(({ lost }) => lost))],
    benchmarkIndex: median(seen.map(({ benchmarkIndex }) => benchmarkIndex)),
  }
}

async function judgeOnce(address: string, slowdown: number, tries = 3): Promise<Scores> {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: [...chromiumArguments, '--headless=new'],
    logLevel: 'silent',
  })
  try {
    const result = await lighthouse(address, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...categories],
      throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
    })
    if (!result) throw new Error(`Lighthouse says nothing of ${address}.`)
    const { lhr } = result
    if (lhr.runtimeError) {
      // Now and then the browser records no trace; that says nothing about the page.
      if (tries > 1) return await judgeOnce(address, slowdown, tries - 1)
      throw new Error(`${address}: ${lhr.runtimeError.message}`)
    }
    const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
    const lost = categories.flatMap((category) =>
      (lhr.categories[category]?.auditRefs ?? [])
        .filter(
          ({ weight, id }) =>
            weight > 0 && (lhr.audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1),
        )
        .map(({ id }) => (category === 'performance' ? `${id} ${lhr.audits[id]?.displayValue}` : id)),
    )
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lost,
      benchmarkIndex: lhr.environment.benchmarkIndex,
    }
  } finally {
    chrome.kill()
  }
}
