import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts'
import { median } from '../report.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Runs Lighthouse `runs` times for a phone on slow 4G.
 * @param slowdown factor between this machine and the phone
 * @returns the median, 0 to 100, by category; `benchmarkIndex`: the unthrottled speed of the browser
 */
export async function judge(address: string, runs: number, slowdown: number) {
  const seen: Record<string, number>[] = []
  while (seen.length < runs) seen.push(await judgeOnce(address, slowdown))
  return (name: string): number => median(seen.map((scores) => scores[name] ?? 0))
}

async function judgeOnce(address: string, slowdown: number, tries = 3): Promise<Record<string, number>> {
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
    const scores = categories.map((name) => [name, Math.round((of[name]?.score ?? 0) * 100)])
    return { ...Object.fromEntries(scores), benchmarkIndex: environment.benchmarkIndex }
  } finally {
    chrome.kill()
  }
}
