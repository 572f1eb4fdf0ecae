import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts'

// Slow 4G as in Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip.
const slow4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** One browser for all visits of a run. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
}

/**
 * Opens a phone's page with a slow connection for `visit`, and drops its data afterwards.
 * @param slowdown factor between this machine and the phone
 */
export async function onSlowConnection<T>(
  browser: Browser,
  slowdown: number,
  visit: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-KE',
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await visit(page)
  } finally {
    await context.close()
  }
}
