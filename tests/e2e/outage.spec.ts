import { expect, orderGift, test } from './fixtures.ts'

test('with M-Pesa out of reach the payment page opens, and paying by Paybill there counts', async ({
  page,
  product,
}) => {
  const [video] = await product.topVideos(1)
  if (!video) throw new Error('the seed has no videos')
  await page.goto(`/video/${video.id}`)
  await orderGift(page, 3, '0712 345 681', () => product.control('away', { ms: 12_000 }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Complete Payment to Gift' })).toBeVisible({
    timeout: 20_000,
  })

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: /Open (the )?payment page/ }).click(),
  ])
  const account = popup.getByText(/^G[0-9A-Z]{9}$/)
  await expect(account).toBeVisible()
  const number = (await account.textContent())?.trim()
  await expect
    .poll(
      async () =>
        (await page.request.get(`${product.simulatorUrl}/control/book`).catch(() => null))?.ok() ?? false,
      { timeout: 30_000 },
    )
    .toBe(true)
  await product.control('paybill', { phone: '254712345681', amountCents: 15_000, account: number })

  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 3)
})
