// The super admin's operations on the product, from the screens.
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

const admin = demoAccounts.find(({ role }) => role === 'super_admin')

test('a backup is made, restored and proven, as the screen follows it', async ({ page }) => {
  await signIn(page, admin?.email ?? '', '/superadmin?tab=backups', admin?.password)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('Backup started.')).toBeVisible()
  const newest = page.getByRole('list', { name: 'Backups, newest first' }).getByRole('listitem').first()
  await expect(newest.getByText('Verified', { exact: true })).toBeVisible({ timeout: 120_000 })
  await expect(newest.getByRole('button', { name: 'Verify again' })).toBeEnabled()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  await expect(page.getByText('1 process is running.')).toHaveCount(2)
  await expectAccessible(page)
})

test('a setting is changed after its difference was seen, and says who changed it', async ({ page }) => {
  await signIn(page, admin?.email ?? '', '/superadmin?tab=settings', admin?.password)
  const row = page.getByRole('row').filter({ hasText: 'Backup retention' })
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Change Backup retention' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change this setting?' })
  const save = dialog.getByRole('button', { name: 'Save the change' })
  await expect(save).toBeDisabled()
  await dialog.getByLabel('New value').fill('4000')
  await save.click()
  await expect(dialog.getByText('Choose a whole number from 1 day to 3,650 days.')).toBeVisible()
  await dialog.getByLabel('New value').fill('45')
  await expect(dialog.getByText('30 days')).toBeVisible()
  await expect(dialog.getByText('45 days')).toBeVisible()
  await expectAccessible(page)
  await save.click()
  const value = row.getByRole('cell').filter({ hasText: 'default: 30 days' })
  await expect(value).toContainText('45 days')
  await expect(row.getByRole('cell').filter({ hasText: 'Changed by ' })).toBeVisible()
  await expectAccessible(page)
})

test('tracks are drawn and the month is looked after', async ({ page }) => {
  await signIn(page, admin?.email ?? '', '/superadmin?tab=assignments', admin?.password)
  await expect(page.getByText('Current challenge:')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Challenge', exact: true }).click()
  await page.getByRole('button', { name: 'End voting now' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'End voting now?' })
  await expect(dialog.getByRole('button', { name: 'End voting now' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page)

  const moves = page.getByRole('button', { name: 'Change dates' })
  const month = page.getByRole('main').locator('section').filter({ has: moves }).last()
  const title = (await month.getByRole('heading', { level: 3 }).textContent()) ?? ''
  await month.getByRole('button', { name: 'Change dates' }).click()
  const dates = page.getByRole('dialog', { name: 'Change dates' })
  const end = dates.getByLabel('Voting ends')
  const save = dates.getByRole('button', { name: 'Change dates' })
  await expect(save).toBeDisabled()
  await dates.getByLabel('Name of the month').fill(title)
  await save.click()
  await expect(dates.getByRole('alert')).toHaveText('Change at least one date.')
  const known = await end.inputValue()
  await end.fill('')
  await save.click()
  await expect(end).toHaveAccessibleDescription(/Choose a date and a time\.$/)
  await expect(end).toBeFocused()
  await expectAccessible(page)
  await end.fill(minuteBefore(known))
  await save.click()
  await expect(page.getByText(`${title}: dates changed`)).toBeVisible()
  await expect(dates).toBeHidden()
})

/** A minute earlier, in a datetime field's format. */
function minuteBefore(typed: string): string {
  return new Date(Date.parse(`${typed}:00Z`) - 60_000).toISOString().slice(0, 16)
}
