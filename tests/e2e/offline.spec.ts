import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openAccount, signIn } from './people.ts'

// Tests the worker. The browser itself reports requests that fail offline.
test.use({
  serviceWorkers: 'allow',
  expectedFailures: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|status of 503|Failed to fetch/,
})

/** Paths with queries in the worker's cache. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url)
        paths.push(pathname + search)
      }
    return paths
  })

/** Public content only. */
const PUBLIC =
  /^\/(?:_next\/static\/.*|stills\/.*|icons\/.*|(?:faq|rules|video\/[0-9a-f-]{36})?\?(?:(?:tab|sort)=[a-z-]+&)?lang=en|api\/(?:videos\/(?:challenges\/current\/|\?.*)?|leaderboard\/))?$/

test('offline the feed is there as it was, and says of when; of a wallet or a desk nothing is kept', async ({
  page,
  context,
  request,
}) => {
  const { email } = await openAccount(request)
  await signIn(page, email, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto('/?tab=leaderboard')
  await expect(page.getByRole('table')).toBeVisible()
  // Its rows appear before its scripts, which must be cached too.
  await page.waitForLoadState('networkidle')
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect
    .poll(() => keptPaths(page))
    .toEqual(expect.arrayContaining(['/?lang=en', '/?tab=leaderboard&lang=en']))
  expect((await keptPaths(page)).filter((path) => !PUBLIC.test(path))).toEqual([])

  // The browser's own cache would answer with a page ten seconds old.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await context.setOffline(true)
  // Chromium's emulation fails requests, but reports another process's page as online.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })
  })
  await page.goto('/')
  await expect(page.getByText(/^You're offline\. Numbers from \d\d:\d\d$/)).toBeVisible()
  await expect(page.locator('[data-feed-card]').first()).toBeVisible()
  await page.goto('/?tab=leaderboard')
  await expect(page.getByText(/^You're offline\. Numbers from \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.addCookies([{ name: 'locale', value: 'sw', url: page.url() }])
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Huna mtandao' })).toBeVisible()
  // English cached pages are not for a Swahili reader.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Huna mtandao' })).toBeVisible()
  await context.setOffline(false)
})

test('a later build is offered and taken by a press; a worker that is switched off leaves nothing', async ({
  page,
  context,
}) => {
  await page.goto('/faq')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.addCookies([{ name: 'later_build', value: 'one', url: page.url() }])
  const update = () => page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await update()
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  // Until then the old one continues, in all pages.
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  expect(await waits()).toBe(true)
  const opened = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await opened
  await expect.poll(waits).toBe(false)
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)

  // Switched off by the operator, it removes itself and its cache.
  await context.addCookies([{ name: 'worker', value: 'off', url: page.url() }])
  await update()
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left, { timeout: 30_000 }).toEqual([])
})
