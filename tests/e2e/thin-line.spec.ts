import { expect, orderGift, test } from './fixtures.ts'

// The browser itself complains of requests that the line does not take.
test.use({ expectedFailures: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/ })

test('a gift whose answer is lost waits through a reload, and is given once', async ({ page, product }) => {
  const [, video] = await product.topVideos(2)
  if (!video) throw new Error('the seed has too few videos')
  await page.goto(`/video/${video.id}`)
  const keys: (string | undefined)[] = []
  const call = '**/bulk-vote/'
  // The server gets the request; its answer never arrives.
  await page.route(call, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await route.fetch()
    await route.abort('internetdisconnected')
  })
  await orderGift(page, 2, '0712 345 682')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Waiting for the line' })).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByRole('button', { name: 'Cancel the gift' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /gifts wait for the line/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Waiting for the line' })).toBeVisible()
  await page.unroute(call)
  const sent = page.waitForRequest(call)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await sent).headers()['idempotency-key']).toBe(keys[0])

  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible({ timeout: 20_000 })
  expect(new Set(keys).size).toBe(1)
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})
