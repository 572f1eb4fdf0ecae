import type { Page } from '@playwright/test'
import { allLooks, expectAccessible, expectWholeEnlarged } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { loseSession, mailedLink, newPerson, openAccount, password, signInByForm, signUp } from './people.ts'

const address = (page: Page) => page.evaluate(() => window.location.href)

test.describe('opening an account', () => {
  // A common password, and signing in before the email is verified.
  test.use({ expectedFailures: /status of (400|403|409)/ })

  test('a dancer signs up, verifies by the mail and is signed in', async ({ page, request }) => {
    const person = newPerson()
    await page.goto('/register')
    const create = page.getByRole('button', { name: 'Create account' })
    await create.click()
    const sum = page.getByRole('region', { name: '6 things to correct' })
    await expect(sum).toBeFocused()
    await sum.getByRole('button', { name: 'Choose dancer or musician.' }).click()
    await expect(page.getByRole('radio', { name: /^Dancer/ })).toBeFocused()

    await page.getByText('Dancer', { exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill(person.name)
    await page.getByLabel('Display name').fill(person.displayName)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm password').fill('short')
    await create.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText([
      'Password must be at least 6 characters long.',
    ])
    for (const field of ['Password', 'Confirm password'])
      await page.getByLabel(field, { exact: true }).fill('P@ssw0rd2026!')
    await expect(page.getByText('Strong', { exact: true })).toBeVisible()
    await create.click()
    // Only the server knows common passwords.
    await expect(page.getByRole('main').getByRole('alert')).toHaveText([
      'Registration failed',
      'Please choose a stronger password.',
    ])
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await create.click()
    await expect(page.getByLabel('Confirm password')).toBeFocused()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText([
      'Passwords do not match. Please try again.',
    ])
    // A correction in the first field also clears the second one's error.
    await page.getByLabel('Password', { exact: true }).fill('P@ssw0rd2026!')
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    for (const field of ['Password', 'Confirm password'])
      await page.getByLabel(field, { exact: true }).fill(password)
    await create.click()

    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expect(page).toHaveURL(`/verify-email?${new URLSearchParams({ email: person.email })}`)
    await expect(page.getByText(/^Send again in 0:\d\d$/)).toBeVisible()

    await test.step('nobody signs in before that, and login says why', async () => {
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByText('Email Verification Required')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    })

    const link = (await mailedLink(request, person.email, '/verify-email')).href
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
    expect(await address(page)).not.toContain('token')
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByText(`Karibu, ${person.displayName}`).first()).toBeVisible()

    await test.step('opened again, the link says that all is done', async () => {
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'Your email is already verified' })).toBeFocused()
      await expect(page.getByText('You are logged in. There is nothing more to do.')).toBeVisible()
      await expectAccessible(page, allLooks)
    })
  })

  test('in another browser than signed up, the link asks for the password before it verifies', async ({
    page,
    request,
    visitor,
  }) => {
    const person = await signUp(request)
    const link = await mailedLink(request, person.email, '/verify-email')

    await test.step('whoever has not signed up closes the page, and the link works on', async () => {
      const stranger = await visitor()
      await stranger.goto(link.href)
      await expect(stranger.getByRole('heading', { name: 'Enter your password' })).toBeFocused()
      await expect(stranger.getByText("Didn't sign up?")).toBeVisible()
      await expectAccessible(stranger, allLooks)
      await expectWholeEnlarged(stranger)
      await stranger.close()
    })

    await page.goto(link.href)
    const field = page.getByLabel('Password', { exact: true })
    const verify = page.getByRole('button', { name: 'Verify my email' })
    await expect(field).toHaveAttribute('autocomplete', 'current-password')
    expect(await address(page)).not.toContain('token')

    const alert = page.getByRole('main').getByRole('alert')
    await verify.click()
    await expect(alert).toHaveText('Enter your password.')
    await field.fill('not the one I chose')
    await field.press('Enter')
    await expect(alert).toHaveText('This is not the password that you chose when you signed up.')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')

    // A reload on a phone short of memory does not use the link.
    await page.reload()
    await field.fill(password)
    await verify.click()
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeFocused()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByText(`Karibu, ${person.displayName}`).first()).toBeVisible()
  })
})

test.describe('what goes wrong is said in the documented words', () => {
  test.use({ expectedFailures: /status of (400|401)/ })

  test('a name or email that somebody has is told beside its field', async ({ page, request }) => {
    const taken = await openAccount(request)
    await page.goto('/register')
    await page.getByText('(Copyright Owner)').click()
    await page.getByLabel('Name', { exact: true }).fill(taken.name)
    await page.getByLabel('Display name').fill('Amina')
    await page.getByLabel('Email', { exact: true }).fill(newPerson().email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Registration failed')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  })

  test('a verification link that is good for nothing', async ({ page }) => {
    await page.goto('/verify-email?token=of-no-use&email=amina@example.test')
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('This verification link is invalid or expired.')
    expect(await address(page)).not.toContain('token')
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible()
  })

  test('a reset link that is missing, or good for nothing', async ({ page }) => {
    await page.goto('/reset-password')
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
    await expect(page.getByText('Invalid Link: ')).toBeVisible()
    await page.goto('/reset-password?token=of-no-use')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Invalid Token')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })

  test('a wrong password, and the status of an account that nobody has', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill(newPerson().email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Login failed: That email and password don’t match an account.',
    )

    await page.getByText('Check Account Status').click()
    await page.getByLabel('Email of the account').fill(newPerson().email)
    await page.getByLabel('Email of the account').press('Enter')
    await expect(page.getByText('Account Issue')).toBeVisible()
    await expect(page.getByText('Email verified')).toBeVisible()
    await expect(page.getByText('See your email')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible()
  })
})

test('the status of an account is shown where its owner has signed in before', async ({ page, request }) => {
  const { email } = await openAccount(request)
  await signInByForm(page, email)
  await loseSession(page)
  await page.goto('/login')
  await page.getByText('Check Account Status').click()
  await page.getByLabel('Email of the account').fill(email)
  await page.getByLabel('Email of the account').press('Enter')
  await expect(page.getByText('This account can log in.')).toBeVisible()
})

test.describe('when only a proxy answers', () => {
  test.use({ expectedFailures: /status of 502/ })

  test('each form says what did not work in the documented words, and keeps what was typed', async ({
    page,
  }) => {
    const answer = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
    await page.route('**/api/users/auth/**', (route) => route.fulfill(answer))
    const main = page.getByRole('main')
    const email = page.getByLabel('Email', { exact: true })

    await page.goto('/login')
    await email.fill('amina@example.test')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(main.getByRole('alert')).toHaveText(
      'Login failed: Please check your email and password and try again.',
    )
    await page.getByText('Check Account Status').click()
    await page.getByLabel('Email of the account').fill('amina@example.test')
    await page.getByLabel('Email of the account').press('Enter')
    await expect(page.getByText('Check Failed: ')).toBeVisible()

    await page.goto('/forgot-password')
    await email.fill('amina@example.test')
    await email.press('Enter')
    await expect(main.getByRole('alert')).toHaveText('Failed to send reset email. Please try again.')
    await expect(email).toHaveValue('amina@example.test')

    await page.goto('/verify-email?email=amina@example.test')
    await page.getByRole('button', { name: 'Resend verification email' }).click()
    await expect(page.getByText('Failed to Resend')).toBeVisible()
    await expect(page.getByText('Could not send verification email. Please try again.')).toBeVisible()

    await page.goto('/verify-email?token=x')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

    await page.goto('/reset-password?token=x')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await page.getByLabel('Confirm new password').press('Enter')
    await expect(main.getByRole('alert')).toHaveText(
      'Reset Failed: Failed to reset password. Please try again.',
    )
    // A reload does not use the link.
    await page.reload()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  })
})

test('a toast never stands between the pointer and the page', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [video] = await product.topVideos(1)
  await page.goto(`/video/${video?.id}`)
  await page
    .getByRole('button', { name: /^Gift\b/ })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Or your own number').fill('250')
  const toast = page.getByRole('listitem').filter({ hasText: 'Maximum 100 gifts' })
  await expect(toast).toBeVisible()
  const pointsIntoToast = await toast.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(pointsIntoToast).toBe(false)
})

test('who has forgotten the password sets a new one by the mail and signs in with it', async ({
  page,
  request,
}) => {
  const { email } = await openAccount(request)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.waitForURL('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Try Different Email' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await page.goto((await mailedLink(request, email, '/reset-password')).href)
  const fresh = page.getByLabel('New password', { exact: true })
  await fresh.fill('abcdefgh')
  await expect(page.getByText('Medium', { exact: true })).toBeVisible()
  await page.getByLabel('Confirm new password').fill('abcdefgh')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Weak Password: ')).toBeVisible()
  await expect(fresh).toBeFocused()

  const next = 'Another-1-entirely'
  await fresh.fill(next)
  await expect(page.getByText('Strong', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password Mismatch: ')).toBeVisible()
  await page.getByLabel('Confirm new password').fill(next)
  expect(await address(page)).not.toContain('token')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await signInByForm(page, email, '/', next)
  await expect(page.getByText(/^Karibu, Amina/).first()).toBeVisible()
})

test('the pages of mailed links send no referrer', async ({ request }) => {
  for (const path of ['/reset-password?token=x', '/verify-email?token=x']) {
    expect((await request.get(path)).headers()['referrer-policy']).toBe('no-referrer')
  }
})
