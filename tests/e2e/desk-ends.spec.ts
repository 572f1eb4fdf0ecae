// Super admins deactivate a dancer and withdraw an approved video.
import type { Page } from '@playwright/test'
import { type DemoRole, demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { openAccount, password, signIn } from './people.ts'
import { addVideo, inDatabase } from './submissions.ts'

const [, secondAdmin] = demoAccounts.filter(({ role }) => role === 'super_admin')

async function signInAs(page: Page, role: DemoRole, path: string): Promise<void> {
  const account = demoAccounts.find((one) => one.role === role)
  await signIn(page, account?.email ?? '', path, account?.password)
}

test('a dancer is deactivated with a reason and activated again; staff have no such button', async ({
  page,
  request,
}) => {
  const { name, email } = await openAccount(request)
  const login = () => request.post('/api/users/auth/login/', { data: { email, password } })
  await signInAs(page, 'super_admin', `/superadmin?tab=users&search=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').nth(1)
  const deactivate = row.getByRole('button', { name: `Deactivate ${name}` })
  const activate = row.getByRole('button', { name: `Activate ${name}` })
  const dialog = page.getByRole('dialog')

  await test.step('not without a reason', async () => {
    await deactivate.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^Their wallet does not change/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await expect(dialog.getByText('This field is required.')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(deactivate).toBeFocused()
  })

  await deactivate.click()
  await dialog.getByLabel('Reason').fill('Votes were bought from strangers.')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${name} is deactivated`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(activate).toBeFocused()
  await expect(row).toContainText('Inactive')
  expect((await login()).ok()).toBe(false)

  await activate.click()
  await dialog.getByLabel('Reason').fill('They were not the ones who bought them.')
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText(`${name} is active again`)).toBeVisible()
  await expect(deactivate).toBeFocused()
  await expect(row).not.toContainText('Inactive')
  expect((await login()).ok()).toBe(true)

  await page.getByRole('searchbox').fill(secondAdmin?.email ?? '')
  await expect(row).toContainText(secondAdmin?.email ?? '')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('an approved video is withdrawn with a reason by super admins, and by no officer', async ({
  page,
  request,
  visitor,
}) => {
  const title = `Withdrawn ${Date.now()}`
  await addVideo(title)
  const id = await inDatabase(
    async (client) => (await client.query('SELECT id FROM video WHERE title = $1', [title])).rows[0].id,
  )
  await (await openDesk(request)).approveVideo(id)
  const path = `/officer?tab=videos&view=decided&search=${encodeURIComponent(title)}`
  const open = (of: Page) => of.getByRole('button', { name: `Open ${title}` })
  const withdraw = (of: Page) => of.getByRole('button', { name: 'Withdraw', exact: true })

  const other = await visitor()
  await signInAs(other, 'compliance_officer', path)
  await open(other).click()
  await expect(other.getByRole('dialog').getByRole('region', { name: 'Decision' })).toContainText('Approved')
  await expect(withdraw(other)).toHaveCount(0)

  await signInAs(page, 'super_admin', path)
  await open(page).click()
  await withdraw(page).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw “${title}”?` })
  await expect(dialog.getByText(/^Votes paid before now count\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Reason is required to withdraw video.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(withdraw(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason').fill('Somebody else dances in it.')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText(`Withdrawn: ${title}`).first()).toBeVisible()
  const decision = page.getByRole('dialog').getByRole('region', { name: 'Decision' })
  await expect(decision).toContainText('Somebody else dances in it.')
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeFocused()
  await expect(withdraw(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').nth(1)).toContainText('Rejected')
})
