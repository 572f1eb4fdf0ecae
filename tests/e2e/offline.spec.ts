import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openAccount, signIn } from './people.ts'

// The worker is what is tested. The browser itself complains of requests that the line does not take.
test.use({
  serviceWorkers: 'allow',
  expectedFailures: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|status of 503|Failed to fetch/,
})

/** What the worker has kept: paths with their query. */
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

/** What anybody may see, and nothing else. */
const PUBLIC =
  /^\/(?:_next\/static\/.*|stills\/.*|icons\/.*|(?:faq|rules|video\/[0-9a-f-]{36})?\?(?:(?:tab|sort)=[a-z-]+&)?lang=en|api\/(?:videos\/(?:challenges\/current\/|\?.*)?|leaderboard\/))?$/

test('without a line the feed is there as it was, and says of when; of a wallet or a desk nothing is kept', async ({
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
  // Its rows are there before its scripts, which are to be kept as well.
  await page.waitForLoadState('networkidle')
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect
    .poll(() => keptPaths(page))
    .toEqual(expect.arrayContaining(['/?lang=en', '/?tab=leaderboard&lang=en']))
  expect((await keptPaths(page)).filter((path) => !PUBLIC.test(path))).toEqual([])

  // The browser itself would answer with a page that is ten seconds old.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await context.setOffline(true)
  // Chromium's emulation cuts requests off, but tells a page of another process that the device is online.
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
  // What was kept in English is not for who reads Swahili by now.
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
  // Until then the former one goes on, in this page and in others.
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  expect(await waits()).toBe(true)
  const opened = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await opened
  await expect.poll(waits).toBe(false)
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)

  // Switched off by the operator, it goes with all that it has kept.
  await context.addCookies([{ name: 'worker', value: 'off', url: page.url() }])
  await update()
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left, { timeout: 30_000 }).toEqual([])
})
