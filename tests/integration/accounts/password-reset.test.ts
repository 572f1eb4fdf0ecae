import { describe, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { say } from '#lib/core/sentence.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import { call, mailedToken, mailsWhenQuiet, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { linkIn, untilMailed } from '#tests/support/mailbox.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { newAddress } from '#tests/support/send.ts'

const time = setUpAccounts()

const strong = 'Another-Passphrase-7'
const sameAnswer = {
  message: 'If this email has an account, a link to set a new password is on its way.',
}
const refused = {
  status: 400,
  body: { error: 'This password reset link is invalid or expired.', code: 'invalid_link' },
}

/** A person with a link to a new password. */
async function forgetful() {
  const person = await createPerson('dancer')
  expect(await call('passwordReset', { email: person.email })).toMatchObject({
    status: 200,
    body: sameAnswer,
  })
  return { ...person, token: await mailedToken(person.email) }
}

describe('a forgotten password', () => {
  test('is replaced by the mailed link; the old one and every session end, and a mail tells it', async () => {
    const { access, refresh, user } = await signInAs('dancer')
    await call('passwordReset', { email: user.email.toUpperCase() })
    const link = linkIn(await untilMailed(user.email))
    expect(`${link.origin}${link.pathname}`).toBe(`${env.PUBLIC_URL}/reset-password`)
    const token = link.searchParams.get('token')
    expect(await call('passwordResetConfirm', { token, password: strong })).toMatchObject({
      status: 200,
      body: { message: 'Your password was changed. You can log in with it now.' },
    })
    const { email } = user
    expect((await call('login', { email, password })).status).toBe(401)
    expect((await call('login', { email, password: strong })).status).toBe(200)
    expect((await call('refresh', { refresh })).status).toBe(401)
    expect(await findActor((await readAccessToken(access))?.sessionId ?? '')).toBeNull()
    expect((await untilMailed(email, 2)).subject).toBe('Your Ngoma password was changed')
    const audited = await rows(db(), 'SELECT action, actor_id FROM audit_event WHERE subject_id = $1', [
      user.id,
    ])
    expect(audited).toEqual([{ action: 'account.password_reset', actor_id: user.id }])
  })

  test('is asked for alike for accounts, switched-off ones and nobody', async () => {
    const { email } = await forgetful()
    const inactive = await createPerson('dancer')
    await rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [inactive.id])
    for (const asked of [email, inactive.email, 'nobody@example.test'])
      expect(await call('passwordReset', { email: asked })).toMatchObject({ status: 200, body: sameAnswer })
    await mailedToken(email, 2)
    expect(await mailsWhenQuiet(inactive.email)).toBe(0)
    expect(await mailsWhenQuiet('nobody@example.test')).toBe(0)
  })

  test('is mailed three times an hour to one network; verification mails do not count', async () => {
    const { email } = await createPerson('dancer', { isEmailVerified: false })
    const address = newAddress()
    await call('resendVerification', { email }, { address })
    for (let n = 0; n < 3; n++)
      expect((await call('passwordReset', { email }, { address })).body).toEqual(sameAnswer)
    expect(await call('passwordReset', { email }, { address })).toMatchObject({
      status: 429,
      body: { detail: String(say('no_more_mails')) },
    })
    expect(await mailsWhenQuiet(email)).toBe(4)
    // A stranger elsewhere does not use up what the owner may have.
    expect((await call('passwordReset', { email })).body).toEqual(sameAnswer)
    expect(await mailsWhenQuiet(email)).toBe(5)
  })

  test('of somebody who never verified is proof of their email', async () => {
    const { email } = await createPerson('dancer', { isEmailVerified: false })
    await call('passwordReset', { email })
    await call('passwordResetConfirm', { token: await mailedToken(email), password: strong })
    expect((await call('login', { email, password: strong })).status).toBe(200)
  })

  test('lets somebody in again who was locked out by wrong ones', async () => {
    const { email, token } = await forgetful()
    const address = newAddress()
    for (let n = 0; n < 10; n++) await call('login', { email, password: 'wrong' }, { address })
    expect((await call('login', { email, password }, { address })).status).toBe(429)
    await call('passwordResetConfirm', { token, password: strong }, { address })
    expect((await call('login', { email, password: strong }, { address })).status).toBe(200)
  })

  test('is no common one, dressed up or not, and the link stays good', async () => {
    const { token } = await forgetful()
    for (const weak of ['P@ssw0rd2026!', 'Iloveyou2!'])
      expect(await call('passwordResetConfirm', { token, password: weak })).toMatchObject({
        status: 400,
        body: { errors: { password: ['Please choose a stronger password.'] }, code: 'invalid' },
      })
    expect((await call('passwordResetConfirm', { token, password: strong })).status).toBe(200)
  })
})

describe('a link to a new password', () => {
  test('works once, also when it is used twice at the same moment', async () => {
    const { token } = await forgetful()
    const use = () => call('passwordResetConfirm', { token, password: strong })
    const answers = await Promise.all([use(), use()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await use()).toMatchObject(refused)
  })

  test('works for an hour', async () => {
    const [early, late] = [await forgetful(), await forgetful()]
    time.passTime(60 * 60 - 60)
    expect((await call('passwordResetConfirm', { token: early.token, password: strong })).status).toBe(200)
    time.passTime(61)
    expect(await call('passwordResetConfirm', { token: late.token, password: strong })).toMatchObject(refused)
  })

  test('of an account that was switched off is refused', async () => {
    const { id, token } = await forgetful()
    await rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [id])
    expect(await call('passwordResetConfirm', { token, password: strong })).toMatchObject(refused)
  })

  test('works beside a newer one, which anybody can ask for, and ends when that was used', async () => {
    const { email, token } = await forgetful()
    await call('passwordReset', { email })
    const newer = await mailedToken(email, 2)
    expect(await mailsWhenQuiet(email)).toBe(2)
    expect((await call('passwordResetConfirm', { token, password: strong })).status).toBe(200)
    expect(await call('passwordResetConfirm', { token: newer, password: strong })).toMatchObject(refused)
  })

  test.each(['aA1', 'aaaaaaaa', 'lowercase', '1234567890'])(
    'is not spent on the weak password %s',
    async (weak) => {
      const { token } = await forgetful()
      const { status, body } = await call('passwordResetConfirm', { token, password: weak })
      expect(status).toBe(400)
      const sentence =
        weak === 'aA1' ? 'Password must be at least 6 characters long.' : 'Please choose a stronger password.'
      expect(body).toEqual({ errors: { password: [sentence] }, code: 'invalid' })
      expect((await call('passwordResetConfirm', { token, password: strong })).status).toBe(200)
    },
  )
})

describe('the status of an account', () => {
  const statusOf = (email: string, more: object = {}, access?: string) =>
    call('loginEligibility', { email, ...more }, access ? { access } : {})
  const uniform = (email: string) => ({
    can_login: false,
    reason: 'Please verify your email address to continue.',
    email,
    is_active: true,
    is_email_verified: false,
    actions: { resend_verification: true },
    sent_by_mail: true,
  })
  const switchOff = (id: string) => rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [id])

  test('reads alike for every email that a stranger asks about, and its owner is told by mail', async () => {
    const active = await createPerson('dancer')
    const inactive = await createPerson('dancer')
    await switchOff(inactive.id)
    const unverified = await createPerson('dancer', { isEmailVerified: false })
    const waiting = newcomer()
    await call('register', waiting)
    const nobody = newcomer().email
    for (const email of [active.email, inactive.email, unverified.email, waiting.email, nobody])
      expect((await statusOf(email.toUpperCase())).body).toEqual(uniform(email))
    expect((await untilMailed(active.email)).subject).toBe('You can log in to Ngoma')
    expect((await untilMailed(inactive.email)).subject).toBe('Your Ngoma account is not active')
    for (const [email, count] of [
      [unverified.email, 1],
      [waiting.email, 2],
    ] as const)
      expect((await untilMailed(email, count)).subject).toBe('Verify your email to use Ngoma')
    expect(await mailsWhenQuiet(nobody)).toBe(0)
  })

  test('is mailed three times an hour to one network', async () => {
    const { email } = await createPerson('dancer')
    const address = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await call('loginEligibility', { email }, { address })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(await mailsWhenQuiet(email)).toBe(3)
  })

  test('is told on a device where they signed in before, and to nobody else on it', async () => {
    const { id, email } = await createPerson('dancer')
    const other = await createPerson('dancer')
    const { device_token } = (await call('login', { email, password })).body
    expect((await statusOf(email, { device_token })).body).toEqual({
      can_login: true,
      reason: '',
      email,
      is_active: true,
      is_email_verified: true,
      actions: { resend_verification: false },
      sent_by_mail: false,
    })
    expect((await statusOf(other.email, { device_token })).body).toEqual(uniform(other.email))
    await switchOff(id)
    expect((await statusOf(email, { device_token })).body).toMatchObject({
      can_login: false,
      reason: 'This account is not active.',
      is_active: false,
      actions: { resend_verification: false },
      sent_by_mail: false,
    })
    expect(await mailsWhenQuiet(email)).toBe(0)
  })

  test('is told to whoever is signed in, of their own account alone', async () => {
    const { access, user } = await signInAs('dancer')
    const other = await createPerson('dancer')
    expect((await statusOf(user.email, {}, access)).body).toMatchObject({ can_login: true })
    expect((await statusOf(other.email, {}, access)).body).toEqual(uniform(other.email))
  })
})
