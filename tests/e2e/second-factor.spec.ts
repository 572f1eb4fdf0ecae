// A newly invited officer sets up an authenticator app on a phone (docs/decisions/0016). Here
// STAFF_SECOND_FACTOR is off: it is optional, but required once set up.
import { Secret, TOTP } from 'otpauth'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink, newPerson, password, signIn, signInByForm } from './people.ts'

// A wrong code is refused, and so are a second app and a login without a code.
test.use({
  viewport: { width: 360, height: 740 },
  expectedFailures: /second-factor\/(begin|confirm)|auth\/login/,
})

test('an officer sets up an app, is asked for it from then on, and a reset of it waits for two', async ({
  page,
  request,
  visitor,
}) => {
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

  await signInByForm(page, email, '/second-factor')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const uri = await page.getByRole('link', { name: 'Open in an app on this phone' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await expectAccessible(page)
  const code = page.getByLabel('Code from the app')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Enter the code that the app shows.')).toBeVisible()
  await code.fill('not one')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('That code is wrong.')).toBeVisible()
  await expect(code).toHaveValue('not one')
  await code.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await kept).suggestedFilename()).toBe('ngoma-recovery-codes.txt')
  const [recovery = ''] = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  await page.getByRole('button', { name: 'I saved them, go on' }).click()
  await page.goto('/second-factor')
  await expect(page.getByRole('heading', { name: 'Your app is set up' })).toBeVisible()

  await test.step('another browser asks for a code', async () => {
    const elsewhere = await visitor()
    await elsewhere.goto('/login')
    await elsewhere.getByLabel('Email', { exact: true }).fill(email)
    await elsewhere.getByLabel('Password', { exact: true }).fill(password)
    await elsewhere.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(elsewhere.getByLabel('Code', { exact: true })).toBeFocused()
    await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click()
    await elsewhere.getByLabel('Recovery code').fill(recovery)
    await elsewhere.getByRole('button', { name: 'Confirm', exact: true }).click()
    await elsewhere.waitForURL('/')
  })

  await test.step('a super admin asks for a reset, which waits for another, and calls it off', async () => {
    const desk = await visitor()
    await desk.setViewportSize({ width: 360, height: 740 })
    await signIn(desk, admin?.email ?? '', '/superadmin?tab=staff', admin?.password)
    await desk.getByLabel('Search by name or email').fill(email)
    const member = desk.getByRole('row').filter({ hasText: email })
    await expect(member.getByText('Authenticator app set up').filter({ visible: true })).toHaveCount(1)
    await member.getByRole('button', { name: /^Reset app/ }).click()
    await desk.getByRole('button', { name: 'Request the reset' }).click()
    await expect(
      member.getByText(/^Reset requested by .*Another super admin has to confirm it\.$/),
    ).toBeVisible()
    await expect(member.getByRole('button', { name: /^Confirm/ })).toBeHidden()
    await expectAccessible(desk)
    await member.getByRole('button', { name: /^Stop the reset/ }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Stop the reset' }).click()
    await expect(member.getByRole('button', { name: /^Reset app/ })).toBeVisible()
  })
})
