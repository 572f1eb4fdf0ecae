import type { WebSocketRoute } from '@playwright/test'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { openAccount, password, signIn } from './people.ts'
import { measurePicture, takePhoto } from './pictures.ts'

const demo = (role: string) => demoAccounts.find((account) => account.role === role)
const demoDancer = demo('dancer')
const demoMusician = demo('copyright_owner')

test.describe('who one is', () => {
  test('a new dancer says who they are, with errors beside the fields, and shows a picture', async ({
    page,
    request,
  }) => {
    const { email } = await openAccount(request)
    await signIn(page, email, '/profile')
    await expect(page.getByRole('link', { name: 'Start KYC Process' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Edit profile' }).click()
    await page.getByLabel('Display name').fill(' ')
    await page.getByLabel('TikTok').fill('https://example.com/amina')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Display name')).toBeFocused()
    await expect(page.getByLabel('Display name')).toHaveAccessibleDescription(/Enter a display name\.$/)
    await expect(page.getByLabel('TikTok')).toHaveAccessibleDescription(
      /Enter your TikTok handle or an https link/,
    )
    await expectAccessible(page)
    await page.getByLabel('Display name').fill('Amina Steps')
    await page.getByLabel('About you').fill('Gengetone first.')
    await page.getByLabel('Location').fill('Kayole')
    await page.getByLabel('TikTok').fill('@amina.steps')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Amina Steps' })).toBeVisible()
    await expect(page.getByText('Karibu, Amina Steps').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'TikTok: @amina.steps' })).toHaveAttribute(
      'href',
      'https://www.tiktok.com/@amina.steps',
    )

    await page.getByLabel('Add a picture').setInputFiles(await takePhoto(page, 'me.jpg', 1_600, 1_600))
    await expect(page.getByText('Your picture is changed')).toBeVisible()
    const picture = page.getByRole('main').locator('img').first()
    expect(await measurePicture(page, (await picture.getAttribute('src')) ?? '')).toEqual([320, 320])
    await page.reload()
    await expect(page.getByLabel('Change picture')).toBeAttached()
    await expect(page.getByRole('heading', { name: 'Amina Steps' })).toBeVisible()
  })
})

test('the demo dancer sees wallet, challenge and videos; the history turns its pages by links', async ({
  page,
}) => {
  await signIn(page, demoDancer?.email ?? '', '/profile', demoDancer?.password)
  const main = page.getByRole('main')
  await expect(main.getByText('Balance', { exact: true })).toBeVisible()
  await expect(main.getByText('You are in')).toBeVisible()
  await expect(main.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  const first = await main
    .getByText(/^Balance after:/)
    .first()
    .textContent()
  await main.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL('/profile?entries=2')
  await expect(main.getByText('2 of')).toBeVisible()
  await page.goBack()
  await expect(main.getByText(/^Balance after:/).first()).toHaveText(first ?? '')
})

test('a musician has two tabs, kept in the address', async ({ page }) => {
  await signIn(page, demoMusician?.email ?? '', '/profile', demoMusician?.password)
  await expect(page.getByText(/^Given to/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Dancer Videos' }).click()
  await expect(page).toHaveURL('/profile?tab=dances')
  await expect(page.getByText(/^by .* to /).first()).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Dancer Videos' })).toHaveAttribute('aria-selected', 'true')
})

test.describe('when nothing loads', () => {
  test.use({ expectedFailures: /status of 500/ })

  test('each card says so, and Retry brings it back', async ({ page }) => {
    const broken = /\/api\/(wallet\/api|videos\/challenge\/|videos\/my-videos)/
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { detail: 'of the test' } }))
    // The wallet's own socket would bring the balance, and a closed one makes the page poll, which removes
    // Retry: this one stays open and silent.
    const wallets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/ws\/wallet\//, (socket) => {
      wallets.push(socket)
      socket.onMessage(() => socket.send(JSON.stringify({ type: 'pong' })))
    })
    await signIn(page, demoDancer?.email ?? '', '/profile', demoDancer?.password)
    const words = ['Your wallet did not load.', 'The challenge did not load.', 'Your videos did not load.']
    for (const failure of words) await expect(page.getByText(failure)).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await page.unroute(broken)
    const wallet = page.waitForResponse('**/wallet/api/my-wallet/')
    for (const failure of words) {
      await page
        .getByRole('alert')
        .filter({ hasText: failure })
        .getByRole('button', { name: 'Retry' })
        .click()
      await expect(page.getByText(failure)).toBeHidden()
    }
    await expect(page.getByText('Balance', { exact: true })).toBeVisible()

    // Known history stays if the refetch fails, marked as old.
    const lines = page.getByText(/^Balance after:/)
    await expect(lines.first()).toBeVisible()
    const entries = '**/wallet/api/transactions/**'
    await page.route(entries, (route) => route.fulfill({ status: 500, json: { detail: 'of the test' } }))
    const [data] = await (await wallet).json()
    // The first message is known already; later ones refetch the lists.
    for (let time = 0; time < 2; time++) wallets.at(-1)?.send(JSON.stringify({ type: 'wallet_update', data }))
    await expect(page.getByText('Last updated')).toBeVisible()
    await expect(lines.first()).toBeVisible()
    await expectAccessible(page)
    await page.unroute(entries)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Last updated')).toHaveCount(0)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedFailures: /ERR_INTERNET_DISCONNECTED|WebSocket/ })

  test('what is known says since when, what is opened for the first time says that it did not load', async ({
    page,
    context,
  }) => {
    // The wallet's own socket may break with the connection; this one stays, controlled by the test.
    const wallets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/ws\/wallet\//, (socket) => {
      wallets.push(socket)
      socket.onMessage(() => socket.send(JSON.stringify({ type: 'pong' })))
    })
    const wallet = page.waitForResponse('**/wallet/api/my-wallet/')
    await signIn(page, demoDancer?.email ?? '', '/profile', demoDancer?.password)
    const [data] = await (await wallet).json()
    const main = page.getByRole('main')
    const lines = main.getByText(/^Balance after:/)
    await expect(lines.first()).toBeVisible()

    await context.setOffline(true)
    // The first message is known already; later ones refetch the lists.
    for (let time = 0; time < 2; time++) wallets.at(-1)?.send(JSON.stringify({ type: 'wallet_update', data }))
    await expect(main.getByText('Last updated').first()).toBeVisible({ timeout: 20_000 })
    await expect(lines.first()).toBeVisible()
    await main.getByRole('link', { name: 'Older' }).click()
    const failure = main.getByRole('alert').filter({ hasText: 'The history did not load.' })
    await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 20_000 })

    // After reconnection everything refetches by itself.
    await context.setOffline(false)
    await expect(main.getByText('2 of')).toBeVisible({ timeout: 20_000 })
    await expect(failure).toHaveCount(0)
    await expect(main.getByText('Last updated')).toHaveCount(0, { timeout: 20_000 })
  })
})

test.describe('leaving', () => {
  // A wrong password on purpose; then the account is closed.
  test.use({ expectedFailures: /status of 40[013]/ })

  test('one takes all that is held along, and deletes the account by a word and the password', async ({
    page,
    request,
  }) => {
    const { email } = await openAccount(request)
    await signIn(page, email, '/profile')
    const asked: string[] = []
    page.on('request', (sent) => sent.url().endsWith('/users/me/export/') && asked.push(sent.url()))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      // A second press before the button shows its progress sends one request.
      page.getByRole('button', { name: 'Export my data' }).evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      }),
    ])
    expect(file.suggestedFilename()).toBe('ngoma-my-data.json')
    expect(asked).toHaveLength(1)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(Buffer.concat(chunks).toString()).toContain(email)

    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const confirm = dialog.getByRole('button', { name: 'Delete for good' })
    await expect(dialog.getByLabel('Your password')).toBeVisible()
    await expectAccessible(page)
    await confirm.click()
    await expect(dialog.getByLabel('Type DELETE to confirm')).toBeFocused()
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
    await dialog.getByLabel('Your password').fill('not my password')
    await confirm.click()
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await dialog.getByLabel('Your password').fill(password)
    await confirm.click()
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?next=%2Fprofile')
  })
})
