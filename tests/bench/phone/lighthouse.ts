import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts'
import { median } from '../report.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

/** `benchmarkIndex`: the unthrottled speed of the browser, by Lighthouse's benchmark. */
type Scores = Record<Category | 'benchmarkIndex', number>

/**
 * Runs Lighthouse `runs` times for a phone on slow 4G.
 * @param slowdown factor between this machine and the phone
 * @returns medians, 0 to 100
 */
export async function judge(address: string, runs: number, slowdown: number): Promise<Scores> {
  const seen: Scores[] = []
  for (let run = 0; run < runs; run++) seen.push(await judgeOnce(address, slowdown))
  const middle = (name: keyof Scores) => median(seen.map((scores) => scores[name]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    seo: middle('seo'),
    benchmarkIndex: middle('benchmarkIndex'),
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
      logLevel: 'error',
      onlyCategories: [...categories],
      throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
    })
    if (!result) throw new Error(`Lighthouse says nothing of ${address}.`)
    const { runtimeError, categories: of, environment } = result.lhr
    // Sometimes the browser records no trace, which does not concern the page.
    if (runtimeError && tries > 1) return await judgeOnce(address, slowdown, tries - 1)
    if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
    const score = (category: Category) => Math.round((of[category]?.score ?? 0) * 100)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      benchmarkIndex: environment.benchmarkIndex,
    }
  } finally {
    chrome.kill()
  }
}
