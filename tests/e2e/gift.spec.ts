import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, openHandset, orderGift, test, typePin } from './fixtures.ts'

test('one visitor votes with M-Pesa, and every open browser sees the count move', async ({
  page,
  visitor,
  product,
}) => {
  const [video] = await product.topVideos(1)
  if (!video) throw new Error('the seed has no videos')
  const after = (video.vote_count + 5).toLocaleString('en-KE')
  const onVideo = await visitor()
  const onLeaderboard = await visitor()
  const handset = await visitor()
  await onVideo.goto(`/video/${video.id}`)
  await onLeaderboard.goto('/?tab=leaderboard')
  await expect(onLeaderboard.getByTestId(`row-${video.id}`)).toContainText(
    video.vote_count.toLocaleString('en-KE'),
  )
  await openHandset(handset, product, '254712345678')

  await page.goto(`/video/${video.id}`)
  await orderGift(page, 5, '0712 345 678')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await expect(dialog).toContainText('KES 250')
  await expect(handset.getByRole('dialog')).toContainText('250')
  await typePin(handset, '1234')

  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible()
  await expect(page.getByTestId(`votes-${video.id}`).first()).toContainText(after)
  await expect(onVideo.getByTestId(`votes-${video.id}`).first()).toContainText(after)
  await expect(onLeaderboard.getByTestId(`row-${video.id}`)).toContainText(after)
  // Web receives it separately, maybe after the watchers.
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 5)

  const receiptLink = dialog.getByRole('link', { name: 'Keep the receipt' })
  await page.goto((await receiptLink.getAttribute('href')) ?? '')
  await expect(page.getByText(/^[A-Z0-9]{10}$/)).toBeVisible()
})

test('who has given before pays in three taps, and reads what the gift did', async ({ page, product }) => {
  // A video on the leaderboard: a dancer's second one has no rank.
  const videos = await product.topVideos(20)
  const video = videos.findLast(({ rank }) => rank !== null)
  await page.addInitScript(() => {
    // YouTube's frame, which is unreachable here, has no storage.
    if (window.top === window) localStorage.setItem('gift_phone', '254712345685')
  })
  await page.goto(`/video/${video?.id}`)
  await page
    .getByRole('button', { name: /^Gift\b/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^10 KES 500/ }).click()
  await dialog.getByRole('button', { name: 'Pay KES 500' }).click()
  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible({ timeout: 20_000 })
  await expect(
    dialog.getByText(/^Up from place \d+ to place \d+$|^Place \d+ on the leaderboard$/),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share this dance' })
  await expect(share.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(video?.id ?? 'none'),
  )
  // Keys work once it has the focus.
  await expect(share.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Give again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Select gifts' })).toBeVisible()
})

test('a payment cancelled on the handset is told in plain words and counts nothing', async ({
  page,
  visitor,
  product,
}) => {
  const [, video] = await product.topVideos(2)
  if (!video) throw new Error('the seed has no videos')
  const handset = await visitor()
  await openHandset(handset, product, '254712345679')
  await page.goto(`/video/${video.id}`)
  await orderGift(page, 1, '+254 712 345 679')
  await handset.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'You cancelled' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The payment was cancelled on the phone. Nothing was charged.',
  )
  expect(await product.voteCount(video.id)).toBe(video.vote_count)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm gifts & pay' })).toBeVisible()
  await expect(dialog.getByLabel('M-PESA phone number')).toHaveValue(/^07\d{2}\s\d{3}\s\d{3}$/)
  // No page follows it any more.
  expect(await page.evaluate(() => localStorage.getItem('open_gift'))).toBeNull()
})

test('more than 100 gifts become 100, with the documented words', async ({ page, product }) => {
  const [video] = await product.topVideos(1)
  await page.goto(`/video/${video?.id}`)
  await page
    .getByRole('button', { name: /^Gift\b/ })
    .first()
    .click()
  const custom = page.getByRole('dialog').getByLabel('Or your own number')
  // Awaited from before the number: a toast lasts four seconds.
  await Promise.all([
    expect(page.getByRole('listitem').filter({ hasText: 'Maximum 100 gifts' })).toContainText(
      'You can gift up to 100 per transaction.',
    ),
    custom.fill('250'),
  ])
  await expect(custom).toHaveValue('100')
})

test('paid without a number, the field says so and takes the focus', async ({ page, product }) => {
  const [video] = await product.topVideos(1)
  await page.goto(`/video/${video?.id}`)
  await orderGift(page, 1, '')
  const number = page.getByRole('dialog').getByLabel('M-PESA phone number')
  await expect(number).toHaveAccessibleDescription(/Enter MPESA number in format 2547XXXXXXXX/)
  await expect(number).toBeFocused()
})

test('by keyboard alone somebody new votes, and a screen reader hears each turn of the payment', async ({
  page,
  visitor,
  product,
}) => {
  const handset = await visitor()
  await openHandset(handset, product, '254712345686')
  await page.setViewportSize({ width: 360, height: 740 })
  const heard = await listen(page)
  await page.goto('/')
  const gift = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Gift / })
  const number = page.getByLabel('M-PESA phone number')
  /** The dialog by its current name, whose step has the focus. */
  const expectStep = (name: string) =>
    expect(page.getByRole('dialog', { name }).getByRole('group', { name, exact: true })).toBeFocused()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  // Two links skip the header and the tabs.
  await press('Tab', 'Enter', 'Tab', 'Enter', 'Tab')
  await expect(gift).toBeFocused()
  await press('Enter')
  await expectStep('Select gifts')
  await press('Tab', 'ArrowRight', 'Enter')
  await expectStep('Confirm gifts & pay')
  await press('Tab')
  await page.keyboard.type('020 1')
  await press('Enter')
  await expect(number).toHaveAccessibleDescription(/Enter MPESA number in format 2547XXXXXXXX/)
  await expect(number).toBeFocused()
  await press('ControlOrMeta+a')
  await page.keyboard.type('0712 345 686')
  await press('Enter')
  await expectStep('Check your phone')
  await handset.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectStep('You cancelled')
  await press('Tab', 'Enter')
  await expectStep('Confirm gifts & pay')
  await press('Tab')
  await expect(number).toBeFocused()
  await press('Enter')
  await typePin(handset, '1234')
  await expectStep('Gift counted')
  const turns = [
    /^Enter MPESA number in format 2547XXXXXXXX/,
    /^Check your phone\. A prompt is on 0712 345 686\. Enter your M-PESA PIN there\.$/,
    /^You cancelled$/,
    /^The payment was cancelled on the phone\. Nothing was charged\.$/,
    /^Check your phone\./,
    /^Gift counted$/,
    /^\+5\s?gifts for .+ Asante!/,
  ]
  await expect.poll(async () => inOrder(await heard(), turns)).toBe(turns.length)
  await press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(gift).toBeFocused()
})

/** Records what live regions announce. @returns the announcements, oldest first */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const said: string[] = []
  await page.exposeFunction('keepSaid', (words: string) => said.push(words.replaceAll(/\s+/g, ' ')))
  await page.addInitScript(() => {
    const regions = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
    const regionOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(regions)
    new MutationObserver((changes) => {
      const inside = changes.flatMap(({ addedNodes }) => [...addedNodes])
      const added = inside.flatMap((node) =>
        node instanceof Element ? [...node.querySelectorAll(regions)] : [],
      )
      const changed = [...changes.map(({ target }) => target), ...inside].map(regionOf)
      for (const region of new Set([...changed, ...added])) {
        const words = region?.textContent?.trim()
        if (words) Reflect.get(window, 'keepSaid')(words)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return async () => said
}

/** @returns how many patterns match the words in order */
function inOrder(words: readonly string[], patterns: readonly RegExp[]): number {
  let met = 0
  for (const one of words) if (patterns[met]?.test(one)) met++
  return met
}

test('a phone that can not pay by M-Pesa is refused beside its field', async ({ page, product }) => {
  const [video] = await product.topVideos(1)
  await page.goto(`/video/${video?.id}`)
  await orderGift(page, 2, '020 123 4567')
  const dialog = page.getByRole('dialog')
  const number = dialog.getByLabel('M-PESA phone number')
  await expect(number).toHaveAccessibleDescription(
    / Enter MPESA number in format 2547XXXXXXXX \(12 digits\)\./,
  )
  await expect(dialog).not.toContainText('You can still pay by Paybill')

  // A number of 01 gets no prompt, but can pay by hand.
  await number.fill('0112 345 678')
  await dialog.getByRole('button', { name: /^Pay / }).click()
  await expect(number).toHaveAccessibleDescription(
    / Enter MPESA number in format .* pay by Paybill instead\./,
  )
  await expect(dialog).toContainText('You can still pay by Paybill')
  for (const value of [video?.paybill_number ?? '', video?.vote_code ?? '', 'KES 100'])
    await expect(dialog.getByRole('definition').filter({ hasText: value }).last()).toBeVisible()
})

test('a gift under way survives a reload and is not asked for twice', async ({ page, visitor, product }) => {
  const [, , video] = await product.topVideos(3)
  if (!video) throw new Error('the seed has no videos')
  const handset = await visitor()
  await openHandset(handset, product, '254712345680')
  await page.goto(`/video/${video.id}`)
  await orderGift(page, 2, '0712345680')
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await typePin(handset, '1234')
  await expect(page.getByRole('heading', { name: 'Gift counted' })).toBeVisible()
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})

test('where M-PESA does not answer clearly the payer reads so, and pays by the Paybill numbers beside it', async ({
  page,
  product,
}) => {
  const [, , , video] = await product.topVideos(4)
  if (!video) throw new Error('the seed has no videos')
  await page.goto(`/video/${video.id}`)
  // With this ending M-PESA answers 500.
  await orderGift(page, 2, '0712 340 012')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'No clear answer from M-PESA' })).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText(
    "We're not sure that M-PESA sent a prompt to 0712 340 012",
  )
  const account = (await dialog.getByText(/^G[0-9A-Z]{9}$/).textContent())?.trim()
  await expectAccessible(page)
  await product.control('paybill', { phone: '254712340012', amountCents: 10_000, account })
  await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible()
})

test('a phone without data dials, and its votes count', async ({ page, product }) => {
  const [, , video] = await product.topVideos(3)
  if (!video) throw new Error('the seed has no videos')
  await page.goto(`/video/${video.id}`)
  const code = (await page.getByText(/^Or dial \*\d+\*\d+#/).textContent())?.match(/\*\d+\*\d+#/)?.[0] ?? ''
  await openHandset(page, product, '254712345684')
  await page.getByRole('button', { name: `Dial ${code}` }).click()
  const session = page.getByRole('dialog')
  for (const reply of ['1', '1', video.vote_code, '2', '1']) {
    const shown = await session.getByRole('status').textContent()
    await session.getByLabel('Reply').fill(reply)
    await session.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(session.getByRole('status')).not.toHaveText(shown ?? '')
  }
  await expect(session.getByRole('status')).toContainText('enter your PIN')
  await expect(page.getByRole('heading', { name: 'SIM toolkit' })).toBeVisible()
  await typePin(page, '1234')
  await expect.poll(() => product.voteCount(video.id)).toBe(video.vote_count + 2)
})

test.describe('without a connection', () => {
  test.use({ expectedFailures: /ERR_INTERNET_DISCONNECTED/ })
  test('the gift waits, names the Paybill number and the code of the video, and goes out when the device is online again', async ({
    page,
    product,
  }) => {
    const [video] = await product.topVideos(1)
    await page.goto(`/video/${video?.id}`)
    await orderGift(page, 1, '0712 345 683', () => page.context().setOffline(true))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'You can still pay by Paybill' })).toBeVisible()
    await expect(dialog.getByText(String(video?.vote_code), { exact: true })).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: /Check your phone|Gift counted/ })).toBeVisible()
  })
})

test.describe('a phone with an open payment', () => {
  test.use({ expectedFailures: /409/ })
  test('is refused to another visitor in a clear sentence, without the way to that payment', async ({
    page,
    visitor,
    product,
  }) => {
    const [video] = await product.topVideos(1)
    const [handset, owner] = [await visitor(), await visitor()]
    await openHandset(handset, product, '254712345682')
    await owner.goto(`/video/${video?.id}`)
    await orderGift(owner, 1, '0712345682')
    await expect(owner.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
    await page.goto(`/video/${video?.id}`)
    await orderGift(page, 1, '0712345682')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toHaveText(
      'Gift failed: A payment is already open on this phone. Finish or cancel it first.',
    )
    await expect(dialog.getByRole('heading', { name: 'Confirm gifts & pay' })).toBeVisible()
    await expect(dialog.getByRole('link')).toHaveCount(0)
    await handset.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(owner.getByRole('heading', { name: 'You cancelled' })).toBeVisible()
  })
})
