// Lists besides the queues: decided cases, accounts, and targets of the overview's numbers.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type DemoRole, demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible, phone } from './accessible.ts'
import { openDesk } from './desk.ts'
import { expect, passInterval, test } from './fixtures.ts'
import { loseSession, signIn } from './people.ts'
import { addTrack, addVideo, dropTrack, inDatabase, newApplicant } from './submissions.ts'

async function signInAs(page: Page, role: DemoRole, path: string): Promise<void> {
  const account = demoAccounts.find((one) => one.role === role)
  await signIn(page, account?.email ?? '', path, account?.password)
}

const reason = 'The dance is not to the track that you were given. Nothing else is wrong with it.'

/** Rejected by the demo officer. @returns its title */
async function rejectedVideo(request: APIRequestContext): Promise<string> {
  const title = `Decided ${Date.now()}`
  await addVideo(title)
  const id = await inDatabase(
    async (client) => (await client.query('SELECT id FROM video WHERE title = $1', [title])).rows[0].id,
  )
  await (await openDesk(request)).rejectVideo(id, reason)
  return title
}

test.describe('what was decided', () => {
  test('is listed with who, when and why, found by search, and opened without a decision', async ({
    page,
    request,
  }) => {
    const title = await rejectedVideo(request)
    await signInAs(page, 'compliance_officer', '/officer?tab=videos')
    await page.getByText('Decided', { exact: true }).click()
    await expect(page).toHaveURL('/officer?tab=videos&view=decided')
    const rows = page.getByRole('row')
    await expect(rows.nth(1)).toContainText(/Approved|Rejected/)
    await page.getByRole('searchbox').fill(title)
    await expect(rows).toHaveCount(2)
    for (const words of ['Rejected', reason, 'Wambui'])
      await expect(rows.nth(1)).toContainText(words, { useInnerText: true })
    await expectAccessible(page)

    await rows
      .nth(1)
      .getByRole('button', { name: `Open ${title}` })
      .click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('region', { name: 'Decision' })).toContainText(reason)
    await expect(sheet.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Decision', exact: true }).selectOption('approved')
    await expect(page.getByText(`Nothing found for “${title}”.`)).toBeVisible()
  })

  test('of an identity shows form and documents again', async ({ page, request }) => {
    const applicant = await newApplicant(request)
    await (await openDesk(request)).approveKyc(applicant.id)
    const path = `/officer?view=decided&status=approved&search=${encodeURIComponent(applicant.email)}`
    await signInAs(page, 'compliance_officer', path)
    await page.getByRole('button', { name: /^Open / }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('img', { name: 'ID front' })).toBeVisible()
    await expect(sheet.getByText(applicant.name)).toBeVisible()
    await expectAccessible(page)
  })

  test.describe('where it does not come', () => {
    test.use({ expectedFailures: /status of 503/ })

    test('is said, with a way to try again', async ({ page }) => {
      const lists = /tracks\/pending\/\?.*decided/
      let isAway = true
      await page.route(lists, (route) =>
        isAway ? route.fulfill({ status: 503, json: { detail: 'away' } }) : route.continue(),
      )
      await signInAs(page, 'compliance_officer', '/officer?tab=tracks&view=decided')
      await expect(page.getByText(/^The decisions did not load/)).toBeVisible()
      // Pressed while offline: the list also polls, which removes the button.
      await page.getByRole('button', { name: 'Retry' }).click()
      isAway = false
      await expect(page.getByRole('button', { name: /^Open / }).first()).toBeVisible()
    })
  })
})

test('oldest first is one press away, and remembered for the officer on this device', async ({ page }) => {
  await signInAs(page, 'compliance_officer', '/officer?tab=tracks')
  const oldest = page.getByRole('button', { name: 'Order: oldest first' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Order: newest first' }).click()
  await expect(page).toHaveURL('/officer?tab=tracks&sort=upload_date')
  await page.goto('/officer?tab=tracks')
  await expect(oldest).toBeVisible()
  await expect(page).toHaveURL('/officer?tab=tracks&sort=upload_date')

  await loseSession(page)
  await signInAs(page, 'super_admin', '/officer?tab=tracks')
  await expect(page.getByRole('button', { name: 'Order: newest first' })).toBeVisible()
})

test.describe('a form of the desk', () => {
  // The empty form is refused.
  test.use({ expectedFailures: /status of 400/ })

  test('a dispute’s form focuses its first field, then the first wrong one', async ({ page }) => {
    await signInAs(page, 'super_admin', '/superadmin?tab=disputes&new=1')
    await expect(page).toHaveTitle('Disputes · Super admin · Ngoma')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Kind')).toBeFocused()
    await dialog.getByRole('button', { name: 'Open dispute' }).click()
    await expect(dialog.getByText('Enter the receipt or the phone.', { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('Receipt')).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  const lists = [
    ['/superadmin?tab=users&role=dancer', 'Filters · 1', 'Joined from'],
    ['/superadmin?tab=money-out', 'Filters', 'From'],
    ['/superadmin?tab=books&kind=to_bank&status=waiting', 'Filters · 2', 'From'],
    ['/superadmin?tab=disputes', 'Filters', 'From'],
    ['/superadmin?tab=payments', 'Filters', 'From'],
    ['/superadmin?tab=payments&view=all&search=x', 'Filters', 'From'],
    ['/superadmin?tab=audit&action=money', 'Filters · 1', 'From'],
    ['/officer?tab=signals&from=2026-11-01&to=2026-11-30', 'Filters · 2', 'Found from'],
  ] as const

  test('the filters of each list open by a button that tells how many are active', async ({ page }) => {
    await signInAs(page, 'super_admin', '/superadmin')
    for (const [path, name, day] of lists) {
      await page.goto(path)
      const button = page.getByRole('button', { name, exact: true })
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await expect(page.getByRole('searchbox').last()).toBeVisible()
      const field = page.getByLabel(day, { exact: true })
      await expect(field).toBeHidden()
      await button.press('Enter')
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      await expect(field).toBeVisible()
      // One of them stands for all: each check takes seconds, and leaves the page at another size.
      if (path === lists[0][0]) {
        await expectAccessible(page)
        await page.setViewportSize(phone)
      }
      await button.click()
      await expect(field).toBeHidden()
    }
  })

  test('the list is in the first screen, and its filters narrow it and its file', async ({ page }) => {
    await signInAs(page, 'super_admin', '/superadmin?tab=users')
    await expect(page.getByRole('row').nth(1)).toBeInViewport()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Role').selectOption('super_admin')
    await page.getByLabel('Joined until').fill('2020-01-01')
    await expect(page.getByText('No users match these filters.')).toBeVisible()
    await expect(page.getByLabel('Totals of all entries')).toContainText('People0')
    await page.getByLabel('Joined until').fill('')
    await expect(page.getByRole('button', { name: 'Filters · 1', exact: true })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(lines.slice(1).every((line) => line.includes(',super_admin,'))).toBe(true)
    await expect(page.getByText(`${lines.length - 1} entries`)).toBeVisible()
  })
})

test.describe('the first row', () => {
  const lists = [
    '/superadmin?tab=users',
    '/superadmin?tab=payments&view=all',
    '/superadmin?tab=money-out',
    '/superadmin?tab=audit',
    '/officer?tab=kyc',
    '/officer?tab=videos',
  ]
  for (const [size, most] of [
    [{ width: 1280, height: 800 }, 260],
    [phone, 340],
  ] as const)
    test(`stands high on a screen of ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await signInAs(page, 'super_admin', '/superadmin')
      for (const path of lists) {
        await page.goto(path)
        const row = page.getByRole('row').nth(1)
        await expect(row).toBeVisible()
        expect((await row.boundingBox())?.y ?? Number.NaN, path).toBeLessThanOrEqual(most)
      }
    })
})

test('the rail shows all tabs of a small laptop, and none moves on the other page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, 'super_admin', '/superadmin')
  const top = async () => (await page.getByRole('tab', { name: 'Overview' }).boundingBox())?.y
  await expect(page.getByRole('tab', { name: 'Backups' })).toBeInViewport({ ratio: 1 })
  const before = await top()
  await page.goto('/officer')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  expect(await top()).toBe(before)
})

test('the way back from one row stands where its list has the title', async ({ page }) => {
  for (const size of [phone, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size)
    await signInAs(page, 'super_admin', '/superadmin?tab=users')
    const middleOf = async (words: Locator) => {
      const box = await words.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0) / 2
    }
    const title = await middleOf(page.getByRole('heading', { name: 'Users', level: 2 }))
    await page.locator('tbody a').first().click()
    const back = page.getByRole('link', { name: 'All users' })
    await expect(back).toBeVisible()
    expect(Math.abs((await middleOf(back)) - title)).toBeLessThan(4)
    await loseSession(page)
  }
})

test.describe('a super admin', () => {
  test('finds a user by name, role and state, and sees their wallet', async ({ page, request }) => {
    const { email, name } = await newApplicant(request)
    await signInAs(page, 'super_admin', '/superadmin?tab=users')
    const rows = page.getByRole('row')
    await expect(rows.nth(2)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('searchbox').fill(email.slice(3, 18))
    await expect(rows).toHaveCount(2)
    for (const words of [name, email, 'Musician', 'Active', 'KYC under review', 'KES 0'])
      await expect(rows.nth(1)).toContainText(words)
    // desk-ends.spec.ts tests these actions.
    await expect(rows.nth(1).getByRole('button')).toHaveText(['Deactivate'])
    await page.getByLabel('State').selectOption('inactive')
    await expect(page).toHaveURL(/state=inactive/)
    await expect(page.getByText(/^Nothing found for/)).toBeVisible()
    await page.getByLabel('Clear the search').click()
    await page.goBack()
    await expect(page).not.toHaveURL(/state=/)
  })

  test('is led by the search to a rejected video where it is listed', async ({ page, request }) => {
    const title = await rejectedVideo(request)
    await signInAs(page, 'super_admin', '/superadmin')
    await expect(page.getByRole('link', { name: /^Total users/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog')
    await search.getByRole('combobox').fill(title)
    await search.getByRole('option', { name: title }).click()
    const list = { tab: 'videos', view: 'decided', status: 'rejected', search: title }
    await expect(page).toHaveURL(`/officer?${new URLSearchParams(list)}`)
    await expect(page.getByRole('button', { name: `Open ${title}` })).toBeVisible()
  })

  test('is led by the overview to what each number counts', async ({ page }) => {
    await signInAs(page, 'super_admin', '/superadmin')
    const lead = async (link: RegExp, address: string | RegExp) => {
      await page.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(address)
    }
    await lead(/^Total users/, '/superadmin?tab=users')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await page.goBack()
    await lead(/^Dancers/, '/superadmin?tab=users&role=dancer')
    await expect(page.getByLabel('Role')).toHaveValue('dancer')
    await expect(page.getByRole('row').nth(1)).toContainText('Dancer')
    await page.goBack()
    await lead(/^Rejected/, '/officer?tab=kyc&view=decided&status=rejected')
    await expect(page.getByRole('combobox', { name: 'Decision', exact: true })).toHaveValue('rejected')
    await page.goto('/superadmin?tab=health')
    await lead(/^To resolve/, '/superadmin?tab=payments')
    await expect(page.getByLabel('Show')).toHaveValue('unresolved')
    await expectAccessible(page)
  })
})

test.describe('a list that does not come', () => {
  test.use({ expectedFailures: /status of 503/ })

  test('what a link names waits for its list, and what is known can be worked on', async ({ page }) => {
    const title = `Known ${Date.now()}`
    await addTrack(title)
    const id = await inDatabase(
      async (client) => (await client.query('SELECT id FROM track WHERE title = $1', [title])).rows[0].id,
    )
    let isDown = true
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve' })
    const list = /tracks\/pending/
    await page.route(list, (route) =>
      isDown ? route.fulfill({ status: 503, json: { detail: 'away' } }) : route.continue(),
    )
    await page.clock.install()
    await signInAs(
      page,
      'compliance_officer',
      `/officer?tab=tracks&search=${encodeURIComponent(title)}&item=${id}`,
    )
    await expect(page.getByText(/^The tracks did not load/)).toBeVisible()
    isDown = false
    await passInterval(page)
    await expect(approve).toBeEnabled()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()

    isDown = true
    await passInterval(page)
    await expect(page.getByText('Last updated')).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('button', { name: /^Review / }).click()
    await expect(approve).toBeEnabled()
    await page.keyboard.press('Escape')
    const asked = page.waitForRequest(list)
    await page.getByRole('button', { name: 'Retry' }).click()
    await asked
    isDown = false
    await expect(page.getByText('Last updated')).toHaveCount(0)
    await dropTrack(title)
    await page.unrouteAll({ behavior: 'wait' })
  })
})
