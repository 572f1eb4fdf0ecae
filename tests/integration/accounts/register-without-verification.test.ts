import { expect, test, vi } from 'vitest'
import { call, mailsWhenQuiet, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { untilMailed } from '#tests/support/mailbox.ts'

// Before anything reads the environment.
vi.hoisted(() => {
  process.env.REQUIRE_EMAIL_VERIFICATION = 'false'
})

setUpAccounts()

test('where no verification is required, registration signs in and mails nothing', async () => {
  const entered = newcomer()
  const { status, body } = await call('register', entered)
  expect(status).toBe(201)
  expect(body).toEqual({
    user: expect.objectContaining({ email: entered.email }),
    message: 'Welcome to Ngoma!',
    tokens: { access: expect.any(String), refresh: expect.any(String) },
    device_token: expect.any(String),
  })
  const { refresh } = body.tokens as { refresh: string }
  expect((await call('refresh', { refresh })).status).toBe(200)
  expect((await call('login', { email: entered.email, password: entered.password })).status).toBe(200)
  expect(await mailsWhenQuiet(entered.email)).toBe(0)
})

test('an unverified account may sign in, and can still have its email verified', async () => {
  const entered = newcomer()
  const { device_token } = (await call('register', entered)).body
  expect((await call('loginEligibility', { email: entered.email, device_token })).body).toEqual({
    can_login: true,
    reason: '',
    email: entered.email,
    is_active: true,
    is_email_verified: false,
    actions: { resend_verification: true },
    sent_by_mail: false,
  })
  await call('resendVerification', { email: entered.email })
  expect((await untilMailed(entered.email)).subject).toBe('Verify your email for Ngoma')
})

test('a name or email that somebody has is named at once: the tokens of the answer tell in any case', async () => {
  const entered = newcomer()
  await call('register', entered)
  const { username, email } = entered
  expect((await call('register', newcomer({ username: username.toUpperCase(), email }))).body.errors).toEqual(
    {
      username: ['This username is taken. Please choose another one.'],
      email: ['This email already has an account.'],
    },
  )
})
