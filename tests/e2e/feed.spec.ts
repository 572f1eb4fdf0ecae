import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openAccount, signIn } from './people.ts'

/** Scrolls to the end until more videos appear. @returns the count before */
async function loadMore(page: Page): Promise<number> {
  const cards = page.getByRole('article')
  const before = await cards.count()
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      return cards.count()
    })
    .toBeGreaterThan(before)
  return before
}

test('the first card and the ranks are painted without any script', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(product.url)
  await expect(page.getByRole('article').first().getByRole('heading', { level: 2 })).toBeVisible()
  await page.goto(`${product.url}/?tab=leaderboard`)
  await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeVisible()
  await context.close()
})

test('sort and tab live in the address, and back goes back', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Sort videos' }).selectOption({ label: 'Most Voted' })
  await expect(page).toHaveURL(/sort=most-voted/)
  await page
    .getByRole('tab', { name: 'Leaderboard' })
    .or(page.getByRole('link', { name: 'Leaderboard' }))
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Live Leaderboard' })).toBeVisible()
  await expect(page).toHaveURL(/tab=leaderboard/)
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('scrolling loads more videos until the end is told', async ({ page, product }) => {
  await page.goto('/')
  const total = (
    await (await page.request.get(`${product.url}/api/videos/?status=approved&page_size=1`)).json()
  ).count
  expect(total).toBeGreaterThan(await loadMore(page))
})

test('leaving the feed and coming back finds the same card at the same height', async ({ page }) => {
  await page.goto('/')
  const card = page.getByRole('article').nth(await loadMore(page))
  await card.scrollIntoViewIfNeeded()
  const title = card.getByRole('heading', { level: 2 }).getByRole('link')
  const topOf = async () => Math.round((await title.boundingBox())?.y ?? -1)
  await title.focus()
  const top = await topOf()
  await title.click()
  await expect(page).toHaveURL(/\/video\//)
  await page.goBack()
  await expect.poll(topOf).toBe(top)
})

test.describe('when the feed can not be loaded', () => {
  test.use({ expectedFailures: /Failed to load resource|status of 500/ })

  test('Retry keeps what was loaded', async ({ page }) => {
    await page.route('**/api/videos/?*', (route) => route.fulfill({ status: 500, json: { detail: 'x' } }))
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    const before = await page.getByRole('article').count()
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        return page.getByText('Failed to load videos. Please try again.').isVisible()
      })
      .toBe(true)
    expect(await page.getByRole('article').count()).toBe(before)
    await page.unroute('**/api/videos/?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(before)
  })
})

test('the leaderboard has five winners with their prize, and says whether it is live', async ({ page }) => {
  await page.goto('/?tab=leaderboard')
  await expect(page.getByText('KES 5,000 prize')).toHaveCount(5)
  // The first viewer waits until the pictures are drawn.
  await expect(page.getByText('Live', { exact: true }).filter({ visible: true })).toHaveCount(1, {
    timeout: 30_000,
  })
})

test('before voting the leaderboard says when it opens, and leads each to what is theirs to do', async ({
  page,
  request,
}) => {
  // The socket would send the rows.
  await page.routeWebSocket('**/ws/leaderboard/', () => undefined)
  await page.route('**/api/leaderboard/', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/videos/challenges/current/', async (route) => {
    const month = await (await route.fetch()).json()
    await route.fulfill({ json: { ...month, current_phase: 'subscription' } })
  })
  const openLeaderboard = () => page.getByRole('tab', { name: 'Leaderboard' }).click()
  await page.goto('/')
  await openLeaderboard()
  await expect(page.getByText(/^Voting opens (today|tomorrow|in \d+ days)$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join the contest' })).toHaveAttribute('href', '/register')
  const { email } = await openAccount(request)
  await signIn(page, email)
  await openLeaderboard()
  await page.getByRole('link', { name: 'Join in my profile' }).click()
  await expect(page).toHaveURL('/profile')
})

test.describe('a dance that is watched from the leaderboard', () => {
  test.use({ expectedFailures: /ERR_FAILED|status of 404/ })

  test('is asked for again where the connection failed, and is called gone only where it is', async ({
    page,
    product,
  }) => {
    const [video] = await product.topVideos(1)
    const call = `**/api/videos/${video?.id}/`
    await page.route(call, (route) => route.abort())
    await page.goto('/?tab=leaderboard')
    const watch = page.getByRole('button', { name: `Watch ${video?.title}` }).first()
    await watch.click()
    await expect(page.getByRole('dialog', { name: 'Failed to load video' })).toBeVisible()
    await page.unroute(call)
    // Space is a key of the film, which is not loaded yet.
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).press('Space')
    const dialog = page.getByRole('dialog', { name: video?.title ?? '' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.route(call, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } }))
    await watch.click()
    await expect(page.getByRole('dialog', { name: 'Video not available' })).toBeVisible()
  })
})

test('a dance is seen as it plays, however soon its film was there', async ({ page, product }) => {
  const { results } = await (await page.request.get(`${product.url}/api/videos/?status=approved`)).json()
  const video = results.find((one: { youtube_url: string | null }) => !one.youtube_url)
  // On a fast connection the film arrives before its player about every second time.
  for (let visit = 0; visit < 5; visit++) {
    await page.goto(`/video/${video.id}`)
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await expect(page.locator('video')).toHaveCSS('opacity', '1')
  }
})

test('says soon that YouTube does not answer, and plays when it does', async ({ page, product }) => {
  const { results } = await (await page.request.get(`${product.url}/api/videos/?status=approved`)).json()
  const video = results.find((one: { youtube_url: string | null }) => one.youtube_url)
  // Awaited from before the page: four seconds later it reports an error instead.
  await Promise.all([
    expect(page.getByRole('button', { name: 'Loading…' })).toBeVisible(),
    page.goto(`/video/${video.id}`),
  ])
  const notice = page.getByRole('alert').filter({ hasText: 'YouTube does not answer.' })
  await expect(notice).toContainText('Video Error')
  await expect(notice.getByRole('link', { name: 'Open on YouTube' })).toHaveAttribute(
    'href',
    video.youtube_url,
  )

  await page.route('https://www.youtube-nocookie.com/embed/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script>addEventListener("message", () => parent.postMessage(JSON.stringify({ event: "onReady" }), "*"))</script>',
    }),
  )
  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('Gift is the first stop of the Tab key in a card, also where a frame of YouTube plays', async ({
  page,
  product,
}) => {
  const videos = await product.topVideos(20)
  const video = videos.find(({ youtube_url }) => youtube_url)
  const card = page.locator(`#video-${video?.id}`)
  await page.goto('/?sort=most-voted')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollBy(0, window.innerHeight))
      return card.count()
    })
    .toBe(1)
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('iframe')).toBeAttached()
  await card.focus()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: /^Gift / })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a dance is one screen with the gift under the thumb, and nothing can lie over its player', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    const cards = page.getByRole('article')
    const boxOf = async (index: number, part: string) => {
      const box = await cards.nth(index).locator(part).boundingBox()
      return (
        box && {
          left: box.x,
          top: Math.round(box.y),
          width: box.width,
          bottom: Math.round(box.y + box.height),
        }
      )
    }
    // The first one shares its screen with the page's head.
    await expect.poll(() => boxOf(0, '.rail')).toMatchObject({ bottom: 740 })
    const first = await boxOf(0, '.stage')
    expect(first).toMatchObject({ left: 0, width: 360 })
    expect(first?.top).toBeLessThanOrEqual(150)
    for (const line of ['.card-who', '.card-line'])
      expect(
        await cards
          .first()
          .locator(line)
          .evaluate(
            (one) => one.scrollWidth <= one.clientWidth && getComputedStyle(one).overflow === 'visible',
          ),
        line,
      ).toBe(true)
    await page.evaluate(() => window.scrollTo(0, 700))
    await expect.poll(() => boxOf(1, '.card-meta')).toMatchObject({ top: 0 })
    expect(await boxOf(1, '.rail')).toMatchObject({ bottom: 740 })
    const header = await page.getByRole('banner').boundingBox()
    const stage = await boxOf(1, '.stage')
    expect(stage).toMatchObject({ left: 0, width: 360 })
    expect(stage?.top).toBeGreaterThanOrEqual(header?.height ?? 0)

    await cards
      .nth(1)
      .getByRole('button', { name: /Who leads/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'Live Leaderboard' }).getByRole('row').nth(5)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cards.nth(1).getByRole('button', { name: /Who leads/ })).toBeFocused()

    const at = { x: 180, y: (stage?.top ?? 0) + 60 }
    await page.touchscreen.tap(at.x, at.y)
    await page.touchscreen.tap(at.x, at.y)
    await expect(page.getByRole('dialog', { name: 'Select gifts' })).toBeVisible()
  })

  test('what a gift is and where its money goes comes once in the feed, and the menu leads on', async ({
    page,
  }) => {
    await page.goto('/')
    const how = page.getByRole('heading', { name: 'How it works' })
    await expect(how).toHaveCount(1)
    await how.scrollIntoViewIfNeeded()
    await expect(page.getByRole('article').filter({ has: how })).toContainText('Where each KES 50 goes')
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'More' })
    const addresses = {
      Leaderboard: '/?tab=leaderboard',
      Results: '/results',
      Rules: '/rules',
      Status: '/status',
    }
    for (const [name, href] of Object.entries(addresses))
      await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await menu.getByRole('link', { name: 'Paid, but not counted?' }).click()
    await expect(page).toHaveURL('/claim')
  })

  test('a film fills the screen from edge to edge, and is whole where the first card leaves it too little', async ({
    page,
    product,
  }) => {
    const { results } = await (
      await page.request.get(`${product.url}/api/videos/?challenge=current&ordering=-vote_count`)
    ).json()
    const films = results.filter((one: { video_file_url: string | null }) => one.video_file_url)
    await page.goto('/?sort=most-voted')
    const first = page.getByRole('article').first()
    await expect(first.locator('video')).toHaveCSS('object-fit', 'contain')
    // A dancer's second dance has one more line, which leaves less room for the film.
    const isAlone = (film: { username: string }) =>
      results.filter((one: { username: string }) => one.username === film.username).length === 1
    const second = page.locator(`#video-${films.slice(1).find(isAlone).id}`)
    await second.scrollIntoViewIfNeeded()
    await expect(second.locator('video')).toHaveCSS('object-fit', 'cover')
    // At most an eighth of an upright film's height is cut.
    const [width, height] = await second
      .locator('video')
      .evaluate((film) => [film.clientWidth, film.clientHeight])
    expect((width ?? 0) / (height ?? 1)).toBeLessThan(9 / 16 / (1 - 1 / 8))
  })

  test('the player has its place before what stands around it has arrived', async ({ browser, product }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    await page.goto(product.url)
    // Only a dancer's second video has this line.
    const cards = page.locator('[data-feed-card]')
    const card = cards.filter({ hasNotText: "The leaderboard counts this dancer's other dance." }).first()
    const stage = card.locator('.stage')
    const place = await stage.boundingBox()
    await card.evaluate((element) => {
      for (const part of element.querySelectorAll('.card-meta, .rail')) part.remove()
    })
    expect(await stage.boundingBox()).toEqual(place)
    await context.close()
  })
})

test('who is signed in has the keys as well, and dialogs give the focus back', async ({ page, request }) => {
  const { email } = await openAccount(request)
  await signIn(page, email)
  // Its list is a dialog that exists while closed.
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  // The keys load after the page.
  const gifts = page.getByRole('dialog', { name: 'Select gifts' })
  await expect
    .poll(async () => {
      await page.keyboard.press('g')
      return gifts.isVisible()
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(gifts).toBeHidden()
  const share = page.getByRole('article').first().getByRole('button', { name: 'Share' })
  await share.click()
  await expect(page.getByRole('dialog', { name: 'Share this dance' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
})

test('dances are found by county, and the address says so', async ({ page }) => {
  await page.goto('/search')
  await page.getByRole('combobox', { name: 'County' }).selectOption('Kisumu')
  await expect(page).toHaveURL('/search?county=Kisumu')
  await expect(page.getByRole('link', { name: /· Kisumu/ }).first()).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Kisumu')
  await page.getByRole('searchbox').fill('no such dance')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No dance found.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article').first()).toContainText('Kisumu')
})
