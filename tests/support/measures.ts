import { metrics } from '#lib/core/metrics.ts'
import { until } from './until.ts'

/** Returns a series' value as a scrape shows it; 0 without the series. */
export async function seriesValue(series: string): Promise<number> {
  const page = await metrics().metrics()
  const line = page.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

/** @returns a function that waits until each series has increased by the expected amount since this call */
export async function increases(expected: Readonly<Record<string, number>>): Promise<() => Promise<void>> {
  const read = () =>
    Promise.all(Object.keys(expected).map(async (series) => [series, await seriesValue(series)] as const))
  const before = new Map(await read())
  return async () => {
    let found = {}
    await until('the metrics have increased', async () => {
      const now = await read()
      found = Object.fromEntries(now.map(([series, value]) => [series, value - (before.get(series) ?? 0)]))
      return JSON.stringify(found) === JSON.stringify(expected)
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
    })
  }
}
