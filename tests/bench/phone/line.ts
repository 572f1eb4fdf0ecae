import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts'

// Slow 4G as in Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to and fro.
const line = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** A visitor of that phone, with nothing kept from before. */
export type Visitor = {
  page: Page
  /** Bytes that have come over the line so far, headers and all, of everything and of scripts alone. */
  received(): { all: number; scripts: number }
}

/** Starts the browser that all visitors of a run share. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
}

/**
 * Opens a page behind the thin line, lets `visit` use it, and forgets all that it kept.
 * @param slowdown how many times slower than this machine the phone is
 */
export async function onThinLine<T>(
  browser: Browser,
  slowdown: number,
  visit: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-KE',
  })
  try {
    return await visit(await openPage(context, slowdown))
  } finally {
    await context.close()
  }
}

async function openPage(context: BrowserContext, slowdown: number): Promise<Visitor> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const received = countBytes(session)
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, received }
}

function countBytes(session: CDPSession): Visitor['received'] {
  const requests = new Map<string, { bytes: number; isScript: boolean }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    requests.set(requestId, { bytes: response.encodedDataLength, isScript: type === 'Script' })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = Math.max(request.bytes, encodedDataLength)
  })
  return () => {
    const all = [...requests.values()]
    const sum = (list: typeof all) => list.reduce((total, { bytes }) => total + bytes, 0)
    return { all: sum(all), scripts: sum(all.filter(({ isScript }) => isScript)) }
  }
}
