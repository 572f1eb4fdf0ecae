import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newPerson, openAccount, signIn } from './people.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Comments' })

test.describe('comments on a video', () => {
  // Reporting the same comment twice.
  test.use({ expectedFailures: /status of 409/ })

  test('a visitor signs in to write one, others see and report it, its author takes it back', async ({
    page,
    visitor,
    request,
    product,
  }) => {
    const [, , video] = await product.topVideos(3)
    const person = newPerson()
    // A name longer than a phone's line is cut, and such a word is broken: neither widens the page.
    const author = await openAccount(request, 'dancer', {
      ...person,
      displayName: `${person.displayName}${'njoroge'.repeat(4)}`,
    })
    const reader = await openAccount(request, 'copyright_owner')
    const text = `Huyu anajua! ${author.name} ${'Ngoma'.repeat(80)}`

    await page.goto(`/video/${video?.id}`)
    await section(page).scrollIntoViewIfNeeded()
    await expect(section(page).getByText('No comments yet.')).toBeVisible()
    await expectNoViolations(page)
    await section(page).getByRole('link', { name: 'Log in to comment' }).click()
    await page.getByLabel('Email', { exact: true }).fill(author.email)
    await page.getByLabel('Password', { exact: true }).fill('a Long enough passphrase')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL(`/video/${video?.id}#comments`)

    const field = section(page).getByLabel('Your comment')
    const send = section(page).getByRole('button', { name: 'Comment', exact: true })
    await field.fill('   ')
    await send.click()
    await expect(section(page).getByRole('alert')).toHaveText('A comment requires non-blank text.')
    await field.fill('x'.repeat(501))
    await expect(section(page).getByText('1 character too many')).toBeVisible()
    // Typed text survives a reload, as it does the end of a session.
    await page.reload()
    await section(page).scrollIntoViewIfNeeded()
    await expect(field).toHaveValue('x'.repeat(501))
    await field.fill(text)
    await send.click()
    await expect(section(page).getByRole('listitem').filter({ hasText: text })).toBeVisible()
    await expect(field).toHaveValue('')
    const desk = page.viewportSize() ?? { width: 1280, height: 720 }
    for (const size of [{ width: 360, height: 740 }, desk]) {
      await page.setViewportSize(size)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
    await expect(section(page).getByText('1 comment', { exact: true })).toBeVisible()
    await expectNoViolations(page)

    const other = await visitor()
    await signIn(other, reader.email, `/video/${video?.id}`)
    const seen = section(other).getByRole('listitem').filter({ hasText: text })
    await section(other).scrollIntoViewIfNeeded()
    await expect(seen).toContainText(author.displayName)
    await expect(seen.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    for (const outcome of ['Comment reported', 'You have already reported this comment.']) {
      await seen.getByRole('button', { name: /^Report/ }).click()
      await other.getByLabel('What is wrong with it?').fill('It is spam')
      // Awaited from before the click: a toast lasts four seconds.
      await Promise.all([
        expect(other.getByText(outcome)).toBeVisible(),
        other.getByRole('dialog').getByRole('button', { name: 'Report' }).click(),
      ])
    }
    await expectNoViolations(other)

    const mine = section(page).getByRole('listitem').filter({ hasText: text })
    await mine.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
    await expect(mine).toBeVisible()
    await mine.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(mine).toHaveCount(0)
    // Its button is gone: the focus moves to the top of the list.
    await expect(section(page).getByText('No comments yet.')).toBeFocused()
  })
})

test('a comment that is written while more are loading stays, and they come', async ({
  page,
  request,
  product,
}) => {
  const [video] = await product.topVideos(1)
  const { email } = await openAccount(request)
  const comment = (text: string) => ({
    id: text,
    text,
    author: { id: 'somebody', username: 'amina', display_name: 'Amina', avatar: '' },
    created_at: '2026-11-21T20:00:00.000Z',
  })
  const pageOf = (next: string | null, ...texts: string[]) => ({
    json: { count: 2, next, previous: null, results: texts.map(comment), removed: [] },
  })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let times = 0
  await page.route(/\/comments\/(\?|$)/, async (route) => {
    const sent = route.request()
    if (sent.method() === 'POST') return route.fulfill({ status: 201, json: comment('Huyu anajua!') })
    if (new URL(sent.url()).searchParams.get('page') === '1') return route.fulfill(pageOf('more', 'Newer'))
    times += 1
    if (times === 1) await answered
    await route.fulfill(pageOf(null, 'Older'))
  })
  await signIn(page, email, `/video/${video?.id}`)
  await section(page).scrollIntoViewIfNeeded()
  const listed = (text: string) => section(page).getByRole('listitem').filter({ hasText: text })
  const asked = page.waitForRequest(/\/comments\/\?.*page=2/)
  await section(page).getByRole('button', { name: 'More comments' }).click()
  await asked
  await section(page).getByLabel('Your comment').fill('Huyu anajua!')
  await section(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(listed('Huyu anajua!')).toBeVisible()
  answer()
  await expect(listed('Older')).toBeVisible()
  await expect(listed('Huyu anajua!')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a comment of joined emoji, of one long word or of 200 lines keeps the page as wide and as short as it is', async ({
  page,
  product,
}) => {
  const [video] = await product.topVideos(1)
  const texts = [Array(150).fill('👩').join('\u200d'), 'x'.repeat(500), 'mstari\n'.repeat(200)]
  await page.route(/\/comments\/(\?|$)/, (route) =>
    route.fulfill({
      json: {
        count: texts.length,
        next: null,
        previous: null,
        results: texts.map((text, place) => ({
          id: String(place),
          text,
          author: { id: 'somebody', username: 'amina', display_name: 'Amina', avatar: '' },
          created_at: '2026-11-21T20:00:00.000Z',
        })),
        removed: [],
      },
    }),
  )
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/video/${video?.id}`)
    await section(page).scrollIntoViewIfNeeded()
    const comments = section(page).getByRole('listitem')
    await expect(comments).toHaveCount(texts.length)
    const long = comments.nth(2)
    await expect(long.getByRole('button', { name: 'Show more' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    const short = (await long.boundingBox())?.height ?? 0
    expect(short).toBeLessThan(size.height / 2)
    await long.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(async () => (await long.boundingBox())?.height ?? 0).toBeGreaterThan(10 * short)
    await expectNoViolations(page)
    await long.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(async () => (await long.boundingBox())?.height ?? 0).toBe(short)
  }
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe('comments that do not come', () => {
  test.use({ expectedFailures: /status of 503/ })

  test('say so, and come when asked again', async ({ page, product }) => {
    const [, , , video] = await product.topVideos(4)
    let isDown = true
    await page.route('**/comments/?*', (route) =>
      isDown ? route.fulfill({ status: 503, json: { detail: 'Away' } }) : route.continue(),
    )
    await page.goto(`/video/${video?.id}#comments`)
    await expect(section(page).getByText('The comments could not be loaded.')).toBeVisible()
    await expectNoViolations(page)
    isDown = false
    await section(page).getByRole('button', { name: 'Retry' }).click()
    await expect(section(page).getByText('No comments yet.')).toBeVisible()
  })
})
