// A day of two super admins: transfers seen live, staff admitted and deactivated, all audited.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink, newPerson, password, signedInAs, signIn } from './people.ts'
import { addTrack, dropTrack } from './submissions.ts'

const [admin, secondAdmin] = demoAccounts.filter(({ role }) => role === 'super_admin')
const officer = demoAccounts.find(({ role }) => role === 'compliance_officer')

async function openDesk(page: Page, path = '/superadmin'): Promise<void> {
  await signIn(page, admin?.email ?? '', path, admin?.password)
}

/** A new officer with a password chosen by the mailed link. */
async function join(page: Page, request: APIRequestContext) {
  const { email } = newPerson()
  const { headers } = await signedInAs(page)
  const mark = email.slice(7, 17)
  const invited = await request.post('/api/admin/compliance-staff/', {
    data: { first_name: 'Otieno', last_name: mark, email, role: 'compliance_officer' },
    headers,
  })
  expect(invited.status(), await invited.text()).toBe(201)
  const link = await mailedLink(request, email, '/reset-password')
  const chosen = await request.post('/api/users/auth/password-reset-confirm/', {
    data: { token: link.searchParams.get('token'), password },
  })
  expect(chosen.ok(), await chosen.text()).toBe(true)
  return { email, name: `Otieno ${mark}` }
}

test('a transfer is typed, confirmed, and seen live in a second browser; above the threshold it takes two', async ({
  page,
  visitor,
}) => {
  await openDesk(page, '/superadmin?tab=wallets')
  const other = await visitor()
  await signIn(other, secondAdmin?.email ?? '', '/superadmin?tab=wallets', secondAdmin?.password)
  const prizes = other.locator('[data-amount="prize_pool"]')
  await expect(prizes).toHaveText('KES 0')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()

  await transfer(page, '1,250.50', 'KES 1,250.50', 'Transfer')
  await expect(prizes).toHaveText('KES 1,250.50')
  await expect(page.locator('[data-amount="prize_pool"]')).toHaveText('KES 1,250.50')

  // Alone one moves at most the threshold in a day, in any number of transfers.
  await transfer(page, '50001', '50,001.00', 'Ask for confirmation')
  await expect(page.getByText('Your transfer: another super admin has to confirm it.')).toBeVisible()
  await expect(prizes).toHaveText('KES 1,250.50')
  await other.reload()
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Confirm the amount').fill('50001.00')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-amount="prize_pool"]')).toHaveText('KES 51,251.50')
  await expectAccessible(page)
})

test('after a pause the wallets are those that were asked for meanwhile, not the last ones of the socket', async ({
  page,
}) => {
  await page.clock.install()
  let joined = 0
  await page.routeWebSocket(/\/ws\/system-wallets\//, (socket) => {
    joined += 1
    // After the pause the connection accepts everything and delivers nothing.
    const prizes = { wallet_type: 'prize_pool', balance: 777, display_name: 'Prize pool' }
    if (joined === 1) socket.send(JSON.stringify({ type: 'system_wallets_update', data: [prizes] }))
  })
  await openDesk(page, '/superadmin?tab=wallets')
  const prizes = page.locator('[data-amount="prize_pool"]')
  await expect(prizes).toHaveText('KES 777')
  const turn = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await turn(true)
  await page.clock.fastForward(11_000)
  await turn(false)
  await expect.poll(() => joined).toBe(2)
  await expect(prizes).not.toHaveText('KES 777')
})

async function transfer(page: Page, amount: string, typed: string, button: string): Promise<void> {
  const dialog = await orderTransfer(page, amount, typed, button)
  await expect(dialog).toBeHidden()
}

/** Fills in the dialog and sends it. */
async function orderTransfer(page: Page, amount: string, typed: string, button: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Transfer Funds' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From', { exact: true }).selectOption(await walletValue(page, 'Platform revenue'))
  await dialog.getByLabel('To', { exact: true }).selectOption(await walletValue(page, 'Prize pool'))
  await dialog.getByLabel('Amount (KES)').fill(amount.replace(',', ''))
  await dialog.getByLabel('Description').fill('For the prizes')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const go = dialog.getByRole('button', { name: button, exact: true })
  await expect(go).toBeDisabled()
  await dialog.getByLabel('Confirm the amount').fill(typed)
  await go.click()
  return dialog
}

/** An option's value: its label has the balance, which changes meanwhile. */
async function walletValue(page: Page, wallet: string): Promise<string> {
  return (await page.getByRole('option', { name: wallet }).first().getAttribute('value')) ?? ''
}

test('by Tab and Enter alone a track is decided and money is moved, and each dialog gives the focus back', async ({
  page,
}) => {
  const title = `By Tab ${Date.now()}`
  await addTrack(title)
  await openDesk(page, `/officer?tab=tracks&search=${encodeURIComponent(title)}`)
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('button', { name: `Review ${title}` })
  await pressByKeys(page, row)
  await expect(dialog.getByRole('heading', { name: title })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await pressByKeys(page, dialog.getByRole('button', { name: 'Reject' }))
  await page.keyboard.press('Escape')
  await pressByKeys(page, dialog.getByRole('button', { name: 'Approve' }))
  await expect(dialog).toHaveCount(0)
  await pressByKeys(page, page.getByRole('button', { name: 'Undo' }))
  await expect(dialog.getByRole('heading', { name: title })).toBeFocused()
  await page.keyboard.press('Escape')
  await dropTrack(title)

  await page.goto('/superadmin?tab=wallets')
  const opener = page.getByRole('button', { name: 'Transfer Funds' })
  await expect(opener).toBeEnabled()
  await pressByKeys(page, opener)
  const { keyboard } = page
  await expect(dialog.getByRole('heading', { name: 'Transfer Funds' })).toBeVisible()
  await reachByTab(page, dialog.getByLabel('From', { exact: true }))
  await keyboard.type('Platform')
  await keyboard.press('Tab')
  await keyboard.type('Prize')
  await keyboard.press('Tab')
  await keyboard.type('10')
  await keyboard.press('Enter')
  const amount = dialog.getByLabel('Confirm the amount')
  await expect(dialog.getByText('From Platform revenue to Prize pool.')).toBeVisible()
  // Back to the filled form, and forward again.
  await keyboard.press('Escape')
  await expect(dialog.getByLabel('Amount (KES)')).toHaveValue('10')
  await pressByKeys(page, dialog.getByRole('button', { name: 'Continue' }))
  await reachByTab(page, amount)
  await keyboard.type('10')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

/** By Tab until the target has the focus, which is visible at every stop. */
async function reachByTab(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 80; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(() => {
      const { activeElement: stop } = document
      return !stop || stop === document.body || getComputedStyle(stop).outlineStyle !== 'none'
        ? null
        : stop.outerHTML.slice(0, 200)
    })
    expect(unseen).toBeNull()
  }
  throw new Error(`No Tab leads to ${target}.`)
}

async function pressByKeys(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await reachByTab(page, target)
  await page.keyboard.press('Enter')
}

/** Waits until the socket of the page at a path, not an earlier page's, has sent something. */
function untilTold(page: Page, path: string): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (!socket.url().includes('/ws/me/') || new URL(page.url()).pathname !== path) return
      socket.on('framereceived', () => resolve())
    })
  })
}

test.describe('who is deactivated', () => {
  // Calls of the page that was open.
  test.use({ expectedFailures: /status of 401|WebSocket/ })

  test('is out of an open page within five seconds, and comes back when activated', async ({
    page,
    request,
    visitor,
  }) => {
    await openDesk(page, '/superadmin?tab=staff')
    const colleague = await join(page, request)
    const other = await visitor()
    const told = untilTold(other, '/officer')
    await signIn(other, colleague.email, '/officer')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    // The heading precedes the socket that reports the end.
    await told

    await page.reload()
    await page.getByRole('button', { name: `Deactivate ${colleague.name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText(`${colleague.name} was deactivated`)).toBeVisible()
    // The page leaves, however long the next one takes.
    await other.waitForURL(/\/login\?next=/, { timeout: 5_000, waitUntil: 'commit' })

    await page.getByRole('button', { name: `Activate ${colleague.name}`, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click()
    await expect(page.getByText(`${colleague.name} is active again`)).toBeVisible()
    await signIn(other, colleague.email, '/officer')
    await expectAccessible(page)
  })
})

test.describe('by mail', () => {
  // Missing fields.
  test.use({ expectedFailures: /status of 400/ })

  test('a colleague is invited by mail, and the audit says who did what, also as a file', async ({
    page,
    request,
  }) => {
    await openDesk(page, '/superadmin?tab=staff')
    const { email } = newPerson()
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(dialog.getByText('This field is required.')).toHaveCount(3)
    await dialog.getByLabel('First name').fill('Wairimu')
    await dialog.getByLabel('Last name').fill(email.slice(7, 17))
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(page.getByRole('row', { name: email })).toContainText('Invited')
    await mailedLink(request, email, '/reset-password')

    await page.getByRole('tab', { name: 'Audit Logs' }).click()
    await page.getByLabel('What', { exact: true }).selectOption('staff.invited')
    await expect(page).toHaveURL(/tab=audit&action=staff\.invited/)
    const row = page.getByRole('row').filter({ hasText: `Wairimu ${email.slice(7, 17)}` })
    await row.locator('summary').click()
    await expect(row.locator('ins')).toHaveText('compliance officer')
    await expect(row).toContainText('staff.invited')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('staff.invited')
    await expectAccessible(page)
  })
})

test.describe('the door', () => {
  test.use({ expectedFailures: /status of 403/ })

  test('is shut for a plain officer, who has no link to it; the overview leads to what it counts', async ({
    page,
    visitor,
  }) => {
    const other = await visitor()
    await signIn(other, officer?.email ?? '', '/officer', officer?.password)
    await expect(other.getByRole('link', { name: 'Super Admin' })).toHaveCount(0)
    await other.goto('/superadmin')
    await expect(other).toHaveURL('/unauthorized')

    await openDesk(page)
    await expect(page.getByRole('link', { name: /^Total users/ })).toBeVisible()
    await expect(page.getByText('Transaction volume').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Total balance/ }).click()
    await expect(page).toHaveURL('/superadmin?tab=users&sort=-wallet_balance')
    await page.goBack()
    await expect(page).toHaveURL('/superadmin')
  })
})

test('every payment is listed and opens with its story; Ctrl K finds a person by a part of their email', async ({
  page,
}) => {
  await openDesk(page, '/superadmin?tab=payments')
  await page.getByText('All payments', { exact: true }).click()
  await expect(page).toHaveURL('/superadmin?tab=payments&view=all')
  await page.getByLabel('Purpose').selectOption('subscription')
  await expect(page).toHaveURL(/purpose=subscription/)
  await expect(page.getByRole('row').nth(1)).toContainText('Subscription')
  await expectAccessible(page)
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()

  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog')
  await search.getByRole('combobox').fill('dancer@ngoma')
  await expect(search.getByRole('option', { name: /dancer@ngoma\.example/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/superadmin\?tab=users&person=/)
  await expect(page.getByRole('heading', { name: 'Where the money is' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('when calls fail', () => {
  test.use({ expectedFailures: /status of 500/ })
  const failure = { status: 500, json: { detail: 'of the test' } }
  const silence = { status: 500, json: {} }
  // Shown if an answer has no sentence.
  const nothingSaid = 'Request failed. Please try again.'

  test('each toast has the documented words', async ({ page }) => {
    await page.route('**/api/admin/overview/', (route) => route.fulfill(failure))
    await openDesk(page)
    await expect(page.getByText('Failed to load dashboard data')).toBeVisible()
    await page.unroute('**/api/admin/overview/')

    await page.route('**/api/admin/fund-transfer/', (route) => route.fulfill(silence))
    await page.getByRole('tab', { name: 'Wallets' }).click()
    const dialog = await orderTransfer(page, '10', '10', 'Transfer')
    await expect(page.getByText('Failed to transfer funds')).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveText(nothingSaid)

    await page.route('**/api/admin/compliance-staff/*/*activate/', (route) => route.fulfill(silence))
    await page.goto('/superadmin?tab=staff')
    await page
      .getByRole('button', { name: /^Deactivate / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('Failed to deactivate staff member')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(nothingSaid)
  })

  test('also those of the tracks, for all and for one', async ({ page }) => {
    // Within a minute everybody gets tracks, so the list is empty here.
    await page.route('**/api/videos/track-assignments/unassigned-dancers/', async (route) => {
      const answer = await route.fetch()
      const somebody = {
        id: '01a2013b-0000-7000-8000-000000000000',
        first_name: 'Otieno',
        last_name: 'Waits',
        username: 'Otieno Waits',
        email: 'otieno@example.test',
        subscribed_at: new Date().toISOString(),
        tracks_held: 0,
      }
      const shown = await answer.json()
      // The buttons work while submissions are open, which the demo's month may be past.
      const challenge = { ...shown.challenge, are_submissions_open: true }
      const waiting = { challenge, total_unassigned: 1, unassigned_dancers: [somebody] }
      await route.fulfill({ response: answer, json: { ...shown, ...waiting } })
    })
    await page.route('**/api/videos/track-assignments/*assign*/', (route) =>
      route.request().method() === 'POST' ? route.fulfill(failure) : route.fallback(),
    )
    await openDesk(page, '/superadmin?tab=assignments')
    await page.getByRole('button', { name: 'Assign tracks to Otieno Waits' }).click()
    await expect(page.getByText('Failed to assign tracks to dancer')).toBeVisible()
    await page.getByRole('button', { name: 'Assign Tracks to All' }).click()
    await expect(page.getByText('Failed to assign tracks', { exact: true })).toBeVisible()
    // Requested once more by then.
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('Enter in the search waits for what is found for the words in it, and opens no hit of those before', async ({
  page,
}) => {
  await openDesk(page)
  await expect(page.getByRole('link', { name: /^Total users/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog')
  const field = search.getByRole('combobox')
  await field.fill('dancer@ngoma')
  await expect(search.getByRole('option', { name: /dancer@ngoma\.example/ })).toBeVisible()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/admin/search/?*', async (route) => {
    await answered
    await route.continue()
  })
  await field.fill('musician@ngoma')
  await page.keyboard.press('Enter')
  answer()
  await expect(page).toHaveURL(/^[^?]*\/superadmin\?tab=users&person=/)
  await page.unrouteAll({ behavior: 'wait' })
})
