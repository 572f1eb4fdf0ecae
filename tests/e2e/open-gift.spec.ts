import { expectAccessible } from './accessible.ts'
import { expect, openHandset, orderGift, test, typePin } from './fixtures.ts'

test('a payment that was cancelled is followed through a reload, and counts when it is made by Paybill', async ({
  page,
  visitor,
  product,
}) => {
  const [, , , , video] = await product.topVideos(5)
  if (!video) throw new Error('the seed has too few videos')
  const handset = await visitor()
  await openHandset(handset, product, '254712345691')
  await page.goto(`/video/${video.id}`)
  await orderGift(page, 2, '0712345691')
  await handset.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'You cancelled' })).toBeVisible()
  // After a reload it is still followed, without repeating the failure.
  await page.reload()
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('open_gift') ?? '{}').id)
  const { paybill } = await (await page.request.get(`/api/gifts/${id}/`)).json()
  // Awaited from before the payment: a toast lasts four seconds.
  await Promise.all([
    expect(page.getByText('2 gifts counted')).toBeVisible({ timeout: 60_000 }),
    product.control('paybill', {
      phone: '254712345691',
      amountCents: 10_000,
      account: paybill.account_number,
    }),
  ])
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
  expect(await page.evaluate(() => localStorage.getItem('open_gift'))).toBeNull()
})

test('a payment that is begun in one tab is known in the other, which orders nothing meanwhile', async ({
  page,
  visitor,
  product,
}) => {
  const [first, second] = await product.topVideos(2)
  const handset = await visitor()
  await openHandset(handset, product, '254712345692')
  await page.goto(`/video/${first?.id}`)
  const other = await page.context().newPage()
  await other.goto(`/video/${second?.id}`)
  await other.route('**/bulk-vote/', (route) => route.abort())
  // Everything is chosen and typed there when the payment begins here.
  await orderGift(other, 1, '0712345694', async () => {
    await orderGift(page, 2, '0712345692')
    await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  })
  await expect(other.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await expect(other.getByText(/^This payment was already open, so your 1 gift for /)).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(other.getByRole('button', { name: /^2 gifts: paying/ })).toBeVisible()
  await handset.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled' })).toBeVisible()
  await expect(other.getByRole('button', { name: /paying/ })).toHaveCount(0)
})

test.describe('an open payment', () => {
  test.use({ expectedFailures: /409/ })
  test('of this visitor is shown as what it is, with what was not ordered', async ({
    page,
    visitor,
    product,
  }) => {
    const videos = await product.topVideos(6)
    const [first, second] = [videos.at(-1), videos.at(-2)]
    if (!first || !second) throw new Error('the seed has too few videos')
    const handset = await visitor()
    await openHandset(handset, product, '254712345693')
    await page.goto(`/video/${first.id}`)
    await orderGift(page, 2, '0712345693')
    await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('open_gift'))
    await page.goto(`/video/${second.id}`)
    await orderGift(page, 1, '0712345693')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
    await expect(dialog).toHaveAccessibleDescription(first.title)
    await expect(dialog.getByText(/^This payment was already open, so your 1 gift for /)).toContainText(
      second.title,
    )
    await expectAccessible(page)
    await typePin(handset, '1234')
    await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible()
    await expect(dialog.getByText(`gifts for ${first.title}. Asante!`)).toBeVisible()
    await expect.poll(() => product.voteCount(first.id)).toBe(first.vote_count + 2)
    expect(await product.voteCount(second.id)).toBe(second.vote_count)
  })
})
