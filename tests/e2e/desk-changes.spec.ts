// Changes during work at a desk: a confirmation is about what was shown, and messages report what was done.
import type { Page } from '@playwright/test'
import { type DemoRole, demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, passInterval, test } from './fixtures.ts'
import { mailedLink, newPerson, signIn } from './people.ts'

const accountsOf = (role: DemoRole) => demoAccounts.filter((one) => one.role === role)

async function signInAs(page: Page, role: DemoRole, path: string, at = 0): Promise<void> {
  const account = accountsOf(role)[at]
  await signIn(page, account?.email ?? '', path, account?.password)
}

test.describe('an answer that is lost', () => {
  test.use({ expectedFailures: /status of 502/ })

  test('leaves the dialog about the phase that was asked for, also where the month has moved', async ({
    page,
  }) => {
    const asked: unknown[] = []
    // The month is moved, but the answer is lost.
    await page.route('**/api/admin/challenges/*/phase/', (route) => {
      asked.push(route.request().postDataJSON())
      return route.fulfill({ status: 502, body: '' })
    })
    await page.route('**/api/admin/challenges/', async (route) => {
      const answer = await route.fetch()
      const { results } = await answer.json()
      const moved = { phase: 'tallying', next_phase: 'closed' }
      const shown = results.map((month: object) => (asked.length > 0 ? { ...month, ...moved } : month))
      await route.fulfill({ response: answer, json: { results: shown } })
    })
    await signInAs(page, 'super_admin', '/superadmin?tab=months')
    const months = page.getByRole('main').locator('section')
    const end = page.getByRole('button', { name: 'End voting now' })
    const heading = months.filter({ has: end }).last().getByRole('heading', { level: 3 })
    const title = (await heading.textContent()) ?? ''
    const month = months.filter({ has: page.getByRole('heading', { level: 3, name: title }) }).last()
    await month.getByRole('button', { name: 'End voting now' }).click()
    const dialog = page.getByRole('dialog', { name: 'End voting now?' })
    await dialog.getByLabel('Name of the month').fill(title)
    await dialog.getByRole('button', { name: 'End voting now' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'This month is now in another phase: Tallying. Close this dialog and check again.',
    )
    await expect(dialog.getByRole('button', { name: 'End voting now' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('Name of the month').press('Enter')
    expect(asked).toEqual([{ phase: 'tallying' }])
    await page.unrouteAll({ behavior: 'wait' })
  })
})

const signal = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  kind: 'device',
  status: 'open',
  reasons: [{ kind: 'phones_of_device', value: 4, link: null, points: 61 }],
  video: { id: '01a2013b-0000-7000-8000-00000000000b', title: 'Grown', dancer: 'Otieno' },
  gifts: 4,
  votes: 12,
  amount: 120,
  day: '2026-11-22',
  gift_id: null,
  created_at: '2026-11-22T09:00:00.000Z',
  decided_by: null,
  decided_at: null,
  note: '',
  proposal: null,
  decided_with: null,
}

const totals = { gifts: 4, votes: 12, amount: 120 }

test.describe('a signal that grows while it is looked at', () => {
  test.use({ expectedFailures: /status of 409/ })

  test('is dismissed with the score that was looked at, and after that was refused with the new one', async ({
    page,
  }) => {
    let score = 61
    const current = () => ({ ...signal, score, updated_at: `2026-11-22T09:00:${score}.000Z` })
    const place = { votes: 12, rank: 3 }
    const unchanged = { now: place, without: place, with_all: place }
    const sent: unknown[] = []
    await page.route('**/api/users/compliance/fraud-signals/**', async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET')
        return route.fulfill({
          json: pathname.endsWith('/fraud-signals/')
            ? { count: 1, next: null, previous: null, results: [current()], totals }
            : { ...current(), evidence: [], ranking: unchanged, actions: [] },
        })
      const body = request.postDataJSON()
      sent.push(body.score)
      return body.score < score
        ? route.fulfill({
            status: 409,
            json: {
              error: 'This signal has grown since you opened it. Check it again.',
              code: 'signal_grown',
            },
          })
        : route.fulfill({ json: { ...current(), status: 'dismissed' } })
    })
    await page.clock.install()
    await signInAs(page, 'compliance_officer', `/officer?tab=signals&item=${signal.id}`)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('61 of 100')).toBeVisible()
    await sheet.getByRole('button', { name: 'Dismiss' }).click()
    await sheet.getByRole('textbox').fill('A family with one telephone')
    score = 63
    await passInterval(page)
    // The list has refetched during typing.
    await expect(sheet.getByText('63 of 100')).toBeVisible()
    const dismiss = sheet.getByRole('button', { name: 'Dismiss the signal' })
    await dismiss.click()
    await expect(sheet.getByRole('alert')).toHaveText(
      'This signal has grown since you opened it. Check it again.',
    )
    await dismiss.click()
    await expect.poll(() => sent).toEqual([61, 63])
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('a declined proposal leaves the focus in the sheet, whose buttons are about the gifts again', async ({
  page,
}) => {
  const id = '01a2013b-0000-7000-8000-00000000000c'
  const gift = {
    ...{ id, receipt: 'SGH12AB3CD', paid_at: signal.created_at, votes: 12, amount: 600, phone: '2547…678' },
    ...{ payer: 1, browser: '', model: '', network: '', status: 'counted' },
  }
  const proposal = {
    ...{ id, action: 'send_back', gifts: 1, amount: 600, note: 'Bought votes.', proposed_by: 'Amina' },
    ...{ proposed_at: signal.created_at, is_own: false, can_confirm: true, decision_note: '', done: 0 },
    ...{ decided_by: null, decided_at: null, finished_at: null, skipped: [], votes: 0, borne: 0 },
    ...{ refunds: { done: 0, under_way: 0, failed: 0 }, rank_before: null, rank_after: null },
  }
  let isDeclined = false
  const place = { votes: 12, rank: 3 }
  const detail = () => ({
    ...{ ...signal, score: 61, status: 'escalated', updated_at: signal.created_at },
    ...{ evidence: [gift], ranking: { now: place, without: place, with_all: place } },
    actions: [
      isDeclined
        ? { ...proposal, state: 'rejected', gift_ids: [] }
        : { ...proposal, state: 'proposed', gift_ids: [id] },
    ],
  })
  await page.route('**/api/users/compliance/fraud-signals/**', (route) => {
    const { actions: _, evidence: __, ranking: ___, ...row } = detail()
    const isList = new URL(route.request().url()).pathname.endsWith('/fraud-signals/')
    const list = { count: 1, next: null, previous: null, results: [row], totals }
    return route.fulfill({ json: isList ? list : detail() })
  })
  await page.route('**/api/admin/fraud-signals/*/actions/*/decide/', (route) => {
    isDeclined = true
    return route.fulfill({ json: detail() })
  })
  await signInAs(page, 'super_admin', `/officer?tab=signals&item=${signal.id}`)
  const sheet = page.getByRole('dialog', { name: 'Signal about Grown' })
  await expect(sheet.getByText('Bought votes.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Decline' }).click()
  await page
    .getByRole('dialog', { name: 'Decline the proposal?' })
    .getByRole('button', { name: 'Decline' })
    .click()
  await expect(sheet.getByRole('button', { name: 'Hold 1 gift' })).toBeVisible()
  await expect(sheet.locator(':focus')).toHaveCount(1)
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe('a list that can not be asked for again', () => {
  test.use({ expectedFailures: /status of 503/ })

  test('stays, with the time since when it is not renewed', async ({ page }) => {
    let isDown = false
    await page.route('**/api/users/compliance/fraud-signals/?**', (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { error: 'Not now.', code: 'unavailable' } })
        : route.fulfill({
            json: {
              count: 1,
              next: null,
              previous: null,
              results: [{ ...signal, score: 61, updated_at: signal.created_at }],
              totals,
            },
          }),
    )
    await page.clock.install()
    await signInAs(page, 'compliance_officer', '/officer?tab=signals')
    const row = page.getByRole('row').filter({ hasText: 'Grown' })
    await expect(row).toBeVisible()
    isDown = true
    await passInterval(page)
    await expect(page.getByText('Last updated')).toBeVisible()
    await expect(row).toBeVisible()
    await expectAccessible(page)
    isDown = false
    await passInterval(page)
    await expect(page.getByText('Last updated')).toHaveCount(0)
    await expect(row).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('a second super admin is invited without a mail, which goes when another lets them in', async ({
  page,
  request,
  visitor,
}) => {
  const { email } = newPerson()
  const name = `Nekesa ${email.slice(7, 17)}`
  await signInAs(page, 'super_admin', '/superadmin?tab=staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('dialog')
  await expect(form).toContainText('A new super admin gets it after another super admin has approved them.')
  await form.getByLabel('First name').fill('Nekesa')
  await form.getByLabel('Last name').fill(email.slice(7, 17))
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Role').selectOption('super_admin')
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText(`${name} needs approval by another super admin`)).toBeVisible()
  await expect(page.getByText('Invitation sent')).toHaveCount(0)

  const other = await visitor()
  await signInAs(other, 'super_admin', '/superadmin?tab=staff', 1)
  await other.getByRole('button', { name: `Approve ${name}` }).click()
  const dialog = other.getByRole('dialog', { name: `Approve ${name} as a super admin?` })
  await expect(dialog).toContainText('They get an email with a link to choose a password.')
  await expectAccessible(other)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText(`${name} approved: the email with their link is on its way`)).toBeVisible()
  await mailedLink(request, email, '/reset-password')

  // Before they have joined, so nobody signs in again.
  await other.getByRole('button', { name: `Deactivate ${name}` }).click()
  await dialogOf(other).getByRole('button', { name: 'Deactivate' }).click()
  await expect(other.getByText(`${name} was deactivated`)).toBeVisible()
  // Its name is part of “Deactivate”, shown until the list has refetched.
  await other.getByRole('button', { name: `Activate ${name}`, exact: true }).click()
  await expect(dialogOf(other)).toContainText('They have not chosen a password yet.')
})

const dialogOf = (page: Page) => page.getByRole('dialog')

test.describe('days that are typed', () => {
  // More than a year, which the server refuses.
  test.use({ expectedFailures: /status of 400/ })

  test('are asked for once their year is whole, and back leads out of all of them', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/admin/period/')) asked.push(new URL(request.url()).search)
    })
    await signInAs(page, 'super_admin', '/superadmin')
    await page.getByLabel('Period', { exact: true }).selectOption('custom')
    await expect(page).toHaveURL(/from=/)
    const from = page.getByLabel('From', { exact: true })
    const year = Number((await from.inputValue()).slice(0, 4))
    asked.length = 0
    await typeYear(page, from, year - 2)
    await expect(from).toHaveValue(new RegExp(`^${year - 2}-`))
    await expect(page.getByRole('alert').filter({ hasText: 'Choose at most 366 days.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    expect(asked.filter((query) => !query.includes(`from=${year - 2}`))).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL('/superadmin')

    // Custom days start with those of the last month too, if shown.
    await page.getByLabel('Period', { exact: true }).selectOption('last')
    await expect(page).toHaveURL(/days=last/)
    await page.getByLabel('Period', { exact: true }).selectOption('custom')
    await expect(from).toHaveValue(/-01$/)
    await page.goBack()
    await expect(page).toHaveURL(/days=last/)
    await page.goBack()
    await expect(page).toHaveURL('/superadmin')

    await page.goto('/superadmin?tab=payments&view=all')
    const first = page.getByLabel('From', { exact: true })
    await first.fill(`${year}-11-02`)
    await typeYear(page, first, year - 1)
    await expect(page).toHaveURL(new RegExp(`from=${year - 1}-11-02`))
    await page.goBack()
    await expect(page).toHaveURL('/superadmin')
  })
})

/** Types a year's digits into a day field, where they come last. */
async function typeYear(page: Page, field: ReturnType<Page['getByLabel']>, year: number): Promise<void> {
  await field.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(String(year), { delay: 60 })
}
