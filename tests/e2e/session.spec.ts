import type { BrowserContext, Page } from '@playwright/test'
import { LAST_ACTIVITY } from '#lib/client/session/change-session.ts'
import { TIMED_OUT } from '#lib/client/session/session-notice.ts'
import { expectNoViolations } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { openAccount, signInByForm } from './people.ts'

const guarded = '/kyc-upload'
const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name)

/**
 * Waits until the newest page's idle timer runs: it then stores the activity for all tabs. Needs `openedAt`.
 */
async function untilWatching(page: Page): Promise<void> {
  const since = () =>
    page.evaluate(
      (key) => Number(localStorage.getItem(key)) - Number(Reflect.get(window, 'openedAt')),
      LAST_ACTIVITY,
    )
  await expect.poll(since).toBeGreaterThanOrEqual(0)
}

test('after 30 minutes in which nothing happens the product asks in every tab, and signs out at zero', async ({
  page,
  context,
  request,
}) => {
  const { email } = await openAccount(request)
  await context.clock.install()
  await context.addInitScript(() => Object.assign(window, { openedAt: Date.now() }))
  await signInByForm(page, email, guarded)
  await untilWatching(page)
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(other.getByText(/^Karibu, Amina/).first()).toBeVisible()
  await untilWatching(other)

  // Each tab has a separate clock, and on a busy machine they differ by seconds.
  await context.clock.fastForward('30:05')
  const [dialog, otherDialog] = [page.getByRole('alertdialog'), other.getByRole('alertdialog')]
  // The clock continues during the check.
  await expect(dialog).toContainText(/5:00|4:\d\d/)
  await expect(otherDialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Extend Session' })).toBeFocused()
  await expect(dialog.getByRole('timer')).toHaveText('5 minutes left')
  await expectNoViolations(page)

  await context.clock.fastForward('01:00')
  await expect(dialog.getByRole('timer')).toHaveText('4 minutes left')
  await page.mouse.move(10, 10)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Extend Session' }).click()
  await expect(dialog).toBeHidden()
  await expect(otherDialog).toBeHidden()

  await context.clock.fastForward('30:05')
  await expect(dialog).toBeVisible()
  await context.clock.fastForward('05:00')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(guarded)}`)
  await expect(page.getByText(/^You were logged out after 30 minutes/).first()).toBeVisible()
  await expect(other.getByText(/^Karibu, Amina/)).toHaveCount(0)
  await expect.poll(() => cookieNames(context)).not.toContain('next-auth.session-token')
  // The first tab signed out the other, which explains it too.
  await other.goto('/login')
  await expect(other.getByText(/^You were logged out after 30 minutes/)).toBeVisible()

  await signInByForm(page, email, guarded)
  expect(await page.evaluate((key) => localStorage.getItem(key), TIMED_OUT)).toBeNull()
})

test('Logout ends the bearer, the cookie and every other tab', async ({ page, context, request }) => {
  const { email } = await openAccount(request)
  await signInByForm(page, email, guarded)
  const access = await page.evaluate(() => localStorage.getItem('auth_token'))
  const me = () => request.get('/api/users/profiles/me/', { headers: { authorization: `Bearer ${access}` } })
  expect((await me()).status()).toBe(200)
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Menu' }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(guarded)}`)
  await expect.poll(() => cookieNames(context)).not.toContain('next-auth.session-token')
  await expect.poll(async () => (await me()).status()).toBe(401)
})

test.describe('when tokens are refused', () => {
  test.use({ expectedFailures: /status of 401/ })

  test('many calls of two tabs are refreshed once, by each tab at the most', async ({
    page,
    context,
    request,
  }) => {
    const { email } = await openAccount(request)
    // Each page validates its session on opening: a reload before that ends would cut a refresh short.
    const validated = (tab: Page) => tab.waitForResponse('**/api/users/profiles/me/')
    const other = await context.newPage()
    await signInByForm(page, email)
    for (const tab of [page, other]) {
      await Promise.all([validated(tab), tab.goto('/faq')])
      await tab.waitForLoadState('networkidle')
    }
    let refreshes = 0
    context.on('request', (sent) => {
      if (sent.url().includes('/auth/refresh/')) refreshes++
    })
    await page.evaluate(() => localStorage.setItem('auth_token', 'expired'))
    await Promise.all([page.reload(), other.reload()])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).not.toBe('expired')
    for (const tab of [page, other]) await expect(tab.getByText(/^Karibu, Amina/).first()).toBeVisible()
    // Nearly always one refresh. Tabs are processes, and a stored token may reach the other tab after it has
    // the lock: it then refreshes too, with the former token, within the server's grace period.
    expect(refreshes).toBeGreaterThanOrEqual(1)
    expect(refreshes).toBeLessThanOrEqual(2)
  })

  test('a dead refresh token signs out, takes the cookie, and login leads back', async ({
    page,
    context,
    request,
  }) => {
    const { email } = await openAccount(request)
    await signInByForm(page, email, guarded)
    await page.evaluate(() => {
      localStorage.setItem('auth_token', 'expired')
      localStorage.setItem('refresh_token', 'of no use')
    })
    await page.reload()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(guarded)}`)
    expect(await cookieNames(context)).not.toContain('next-auth.session-token')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await signInByForm(page, email, guarded)
  })
})

test('who has only lost the cookie of pages is not asked for a password', async ({
  page,
  context,
  request,
}) => {
  const { email } = await openAccount(request)
  await signInByForm(page, email)
  await context.clearCookies({ name: 'next-auth.session-token' })
  await page.goto(guarded)
  await expect(page).toHaveURL(guarded)
})
