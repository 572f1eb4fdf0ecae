import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, orderGift, test } from './fixtures.ts'

// The browser itself reports requests that fail offline.
test.use({ expectedFailures: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|bulk-vote.*503|503.*bulk-vote/ })

test('a gift whose answer is lost waits through a reload, and is given once', async ({ page, product }) => {
  const [, video] = await product.topVideos(2)
  if (!video) throw new Error('the seed has too few videos')
  await page.goto(`/video/${video.id}`)
  const keys: (string | undefined)[] = []
  const call = '**/bulk-vote/'
  let isDown = false
  // The server gets the request; its answer never arrives.
  await page.route(call, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (isDown) return route.fulfill({ status: 503, json: { error: 'Not now.', code: 'unavailable' } })
    if (keys.length === 1) await route.fetch()
    await route.abort('internetdisconnected')
  })
  await orderGift(page, 2, '0712 345 687')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: "You're offline" })).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByRole('button', { name: 'Cancel the gift' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /Your 2 gifts will be sent/ }).click()
  await expect(dialog.getByRole('heading', { name: "You're offline" })).toBeVisible()
  // A failing server does not know the outcome: the gift waits, and is the same after another reload.
  isDown = true
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(dialog.getByRole('heading', { name: 'Sending your gift' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: /Sending 2 gifts/ }).click()
  // Awaited from before reconnection: the page retries every five seconds.
  const sent = page.waitForRequest(call)
  await page.unroute(call)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await sent).headers()['idempotency-key']).toBe(keys[0])

  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible({ timeout: 20_000 })
  expect(new Set(keys).size).toBe(1)
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})

test('a gift that is on its way waits through a reload, too, and is given once', async ({
  page,
  product,
}) => {
  const video = (await product.topVideos(7)).at(-1)
  if (!video) throw new Error('the seed has too few videos')
  await page.goto(`/video/${video.id}`)
  const keys: (string | undefined)[] = []
  const [isMade, isSeen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The server gets the request, and answers after the page is gone.
  await page.route('**/bulk-vote/', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) {
      await route.fetch()
      return isMade.resolve()
    }
    await isSeen.promise
    await route.continue()
  })
  await orderGift(page, 2, '0712 345 689')
  await isMade.promise
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sending…' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /Sending 2 gifts/ }).click()
  isSeen.resolve()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Gift counted' })).toBeVisible()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})

test('a stuck connection is waited for, for ten minutes and no longer', async ({ page, product }) => {
  const [video] = await product.topVideos(1)
  await page.clock.install()
  await page.goto(`/video/${video?.id}`)
  const keys: (string | undefined)[] = []
  await page.route('**/bulk-vote/', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
  })
  await orderGift(page, 1, '0712 345 690')
  await expect.poll(() => keys.length).toBe(1)
  await page.clock.fastForward(21_000)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: "You're offline" })).toBeVisible()
  // The next try hangs until the timeout too.
  await page.clock.fastForward(6_000)
  await expect.poll(() => keys.length).toBe(2)
  await page.clock.fastForward(10 * 60_000)
  await expect(dialog.getByRole('alert')).toContainText('so we stopped trying')
  expect(new Set(keys).size).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a gift that is cancelled while it is tried may be asked for at once, and is the same one', async ({
  page,
  product,
}) => {
  const video = (await product.topVideos(6)).at(-1)
  if (!video) throw new Error('the seed has too few videos')
  await page.goto(`/video/${video.id}`)
  const keys: (string | undefined)[] = []
  const stuck = Promise.withResolvers<void>()
  await page.route('**/bulk-vote/', async (route) => {
    const { length } = keys
    keys.push(route.request().headers()['idempotency-key'])
    if (length === 2) return route.continue()
    // The second try is pending when the gift is cancelled.
    if (length === 1) await stuck.promise
    await route.abort('internetdisconnected')
  })
  await orderGift(page, 2, '0712 345 688')
  const dialog = page.getByRole('dialog')
  const cancel = dialog.getByRole('button', { name: 'Cancel the gift' })
  await expect(cancel).toBeVisible({ timeout: 20_000 })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => keys.length).toBe(2)
  await cancel.click()
  await dialog.getByRole('button', { name: /^Pay KES/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible({ timeout: 30_000 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/bulk-vote/'))
  stuck.resolve()
  await failed
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /gifts will be sent|Sending \d+ gifts/ })).toHaveCount(0)
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})

test('a gift that was cancelled is the same one where it is asked for again after a reload', async ({
  page,
  product,
}) => {
  const video = (await product.topVideos(5)).at(-1)
  if (!video) throw new Error('the seed has too few videos')
  await page.goto(`/video/${video.id}`)
  const keys: (string | undefined)[] = []
  let isBack = false
  await page.route('**/bulk-vote/', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (isBack) return route.continue()
    // The server gets the request; its answer never arrives.
    if (keys.length === 1) await route.fetch()
    await route.abort('internetdisconnected')
  })
  await orderGift(page, 2, '0712 345 695')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the gift' }).click({ timeout: 20_000 })
  await page.reload()
  isBack = true
  await orderGift(page, 2, '0712 345 695')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Gift counted' })).toBeVisible({
    timeout: 20_000,
  })
  expect(new Set(keys).size).toBe(1)
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})

test('what home has a browser load before anything is touched is at most 160 KB of script by gzip', async ({
  page,
}) => {
  const html = await (await page.request.get('/')).text()
  const old = /src="([^"]+)" nomodule/i.exec(html)?.[1]
  const named = html.matchAll(/\/_next\/static\/chunks\/[\w./-]+\.js/g)
  const files = [...new Set([...named].map(([file]) => file))].filter((file) => file !== old)
  expect(old).toBeDefined()
  expect(files.length).toBeGreaterThan(5)
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await (await page.request.get(file)).body()).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(160_000)
})

/** From now on the page gets only the scripts in its HTML. */
async function blockLateScripts(page: Page, path: string): Promise<void> {
  const named = await (await page.request.get(path)).text()
  await page.route('**/_next/static/chunks/*', (route) =>
    named.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
}

/** From now on scripts outside its HTML are delayed. @returns releases them */
async function holdLateScripts(page: Page, path: string): Promise<() => void> {
  const named = await (await page.request.get(path)).text()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*', async (route) => {
    if (!named.includes(new URL(route.request().url()).pathname)) await promise
    await route.continue()
  })
  return resolve
}

test('the first sheet of a gift is there before its scripts, and keeps the choice and the focus when they come', async ({
  page,
  product,
}) => {
  const [video] = await product.topVideos(1)
  const path = `/video/${video?.id}`
  const letScriptsCome = await holdLateScripts(page, path)
  await page.goto(path)
  const gift = page.getByRole('button', { name: /^Gift\b/ }).first()
  await gift.click()
  const sheet = page.getByRole('dialog', { name: 'Select gifts' })
  await expect(sheet).toContainText(/1 gift = 1 vote\. KES.15 to .+, KES.15 to .+, KES.20 to Ngoma\./)
  const step = sheet.getByRole('group', { name: 'Select gifts', exact: true })
  await expect(step).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(gift).toBeFocused()

  await gift.press('Enter')
  await expect(step).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  const five = sheet.getByRole('radio', { name: /^5 / })
  await expect(five).toBeChecked()
  const own = sheet.getByLabel('Or your own number')
  await expect(own).toHaveCount(0)
  // The focus stays in the sheet in both directions.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(step).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(five).toBeFocused()
  letScriptsCome()
  await expect(own).toBeVisible()
  await expect(five).toBeChecked()
  await expect(five).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Confirm gifts & pay', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(gift).toBeFocused()
})

test('where the gift does not come by a press, the page says so and brings it by another one', async ({
  page,
  product,
}) => {
  const [video] = await product.topVideos(1)
  const path = `/video/${video?.id}`
  await blockLateScripts(page, path)
  await page.goto(path)
  await page
    .getByRole('button', { name: /^Gift\b/ })
    .first()
    .click()
  const note = page.getByRole('alert').filter({ hasText: 'A part of this page did not load' })
  await expect(note).toBeVisible()
  const isSame = await stays(page)
  await page.unrouteAll()
  // The browser was online all the time, so it reports nothing.
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Select gifts' })).toBeVisible()
  await expect(note).toHaveCount(0)
  expect(await isSame()).toBe(true)
})

test('what the server has drawn stays where a part of the page does not come, until it does', async ({
  page,
}) => {
  const note = page.getByRole('alert').filter({ hasText: /A part of this page did not load/ })
  // Ranks need no script; a press on one does.
  await blockLateScripts(page, '/?tab=leaderboard')
  await page.goto('/?tab=leaderboard')
  const isSame = await stays(page)
  const watch = page.getByRole('table').getByRole('button', { name: /^Watch/ })
  await watch.first().click()
  await expect(note).toBeVisible()
  await expect(watch.nth(2)).toBeVisible()
  await page.unrouteAll()
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(note).toHaveCount(0)
  expect(await isSame()).toBe(true)

  // A dialog whose script fails leaves the feed unchanged, and opens after reconnection.
  await blockLateScripts(page, '/')
  await page.goto('/')
  await page
    .getByRole('button', { name: /Who leads/ })
    .first()
    .click()
  await expect(note).toBeVisible()
  await expect(page.locator('[data-feed-card]').first()).toBeVisible()
  const isSameFeed = await stays(page)
  await page.unrouteAll()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  expect(await isSameFeed()).toBe(true)
})

/** @returns whether the page was not reloaded since */
async function stays(page: Page): Promise<() => Promise<boolean>> {
  const opened = await page.evaluate(() => performance.timeOrigin)
  return async () => (await page.evaluate(() => performance.timeOrigin)) === opened
}
