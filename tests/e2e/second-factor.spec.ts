// The set-up of an authenticator app by a newly invited officer, on a phone (docs/decisions/0048). It works before
// STAFF_SECOND_FACTOR is on, as in this stack; being asked for the code is in tests/integration/accounts.
import { Secret, TOTP } from 'otpauth'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink, newPerson, password, signIn } from './people.ts'

// A wrong code is refused, and so is a second app.
test.use({ viewport: { width: 360, height: 740 }, expectedFailures: /second-factor\/(begin|confirm)/ })

test('an officer sets up an app and gets ten recovery codes', async ({ page, request }) => {
  const admin = demoAccounts.find(({ role }) => role === 'super_admin')
  const signedIn = await request.post('/api/users/auth/login/', {
    data: { email: admin?.email, password: admin?.password },
  })
  const { email, name } = newPerson()
  const invited = await request.post('/api/admin/compliance-staff/', {
    data: { first_name: 'Otieno', last_name: name, email },
    headers: { authorization: `Bearer ${(await signedIn.json()).access}` },
  })
  expect(invited.status()).toBe(201)
  const link = await mailedLink(request, email, '/reset-password')
  const chosen = { token: link.searchParams.get('token'), password }
  expect((await request.post('/api/users/auth/password-reset-confirm/', { data: chosen })).ok()).toBe(true)

  await signIn(page, email, '/second-factor')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const uri = await page.getByRole('link', { name: 'Open in an app on this phone' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await expectAccessible(page)
  const code = page.getByLabel('Code from the app')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Enter the code that the app shows.')).toBeVisible()
  await code.fill('not one')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('That code is not right.')).toBeVisible()
  await expect(code).toHaveValue('not one')
  await code.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await kept).suggestedFilename()).toBe('ngoma-recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved them, go on' }).click()
  await page.goto('/second-factor')
  await expect(page.getByRole('heading', { name: 'Your app is set up' })).toBeVisible()
})
