import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { createLink, purgeLinks } from '#lib/domain/accounts/mailed-links.ts'
import { purgeRegistrations } from '#lib/domain/accounts/registrations.ts'
import { call, mailedToken, mailsWhenQuiet, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { password as accountPassword, createPerson } from '#tests/support/people.ts'

const time = setUpAccounts()

const refused = {
  status: 400,
  body: { error: 'This verification link is invalid or expired.', code: 'invalid_link' },
}
const sameAnswer = { message: 'If this address waits for its verification, a new link is on its way.' }

const asked = {
  status: 400,
  body: { error: 'Enter the password that you chose when you signed up.', code: 'password_required' },
}
const doesNotFit = {
  status: 400,
  body: { errors: { password: ['This is not the password that you chose when you signed up.'] } },
}

/** Registers somebody. @returns the id of the registration */
async function register(entered: ReturnType<typeof newcomer>): Promise<string> {
  const { body } = await call('register', entered)
  return z.object({ user: z.object({ id: z.string() }) }).parse(body).user.id
}

/** Somebody new, what they have chosen, the id of their registration, and the token of their mail. */
async function registered() {
  const entered = newcomer()
  const id = await register(entered)
  return { email: entered.email, password: entered.password, id, token: await mailedToken(entered.email) }
}

describe('a verification link', () => {
  test('works once', async () => {
    const { token } = await registered()
    expect((await call('verifyEmail', { token })).status).toBe(200)
    expect(await call('verifyEmail', { token })).toMatchObject(refused)
  })

  test('works once, also when it is opened twice at the same moment', async () => {
    const { token } = await registered()
    const answers = await Promise.all([call('verifyEmail', { token }), call('verifyEmail', { token })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('works for 24 hours', async () => {
    const [early, late] = [await registered(), await registered()]
    time.passTime(24 * 60 * 60 - 60)
    expect((await call('verifyEmail', { token: early.token })).status).toBe(200)
    time.passTime(61)
    expect(await call('verifyEmail', { token: late.token })).toMatchObject(refused)
  })

  test('ends when a newer one goes out', async () => {
    const { email, token } = await registered()
    expect(await call('resendVerification', { email })).toMatchObject({ status: 200, body: sameAnswer })
    const newer = await mailedToken(email, 2)
    expect(await mailsWhenQuiet(email)).toBe(2)
    expect(await call('verifyEmail', { token })).toMatchObject(refused)
    expect((await call('verifyEmail', { token: newer })).status).toBe(200)
  })

  test('is no link to a new password, and what is no token is refused alike', async () => {
    const { email, token } = await registered()
    const password = 'Another-Passphrase-7'
    expect((await call('passwordResetConfirm', { token, password })).status).toBe(400)
    expect((await call('verifyEmail', { token })).status).toBe(200)
    await call('passwordReset', { email })
    const reset = await mailedToken(email, 2)
    for (const wrong of [reset, 'nonsense', 'x'.repeat(512)])
      expect(await call('verifyEmail', { token: wrong })).toMatchObject(refused)
  })

  test('of an account that was switched off is refused', async () => {
    const { id, email } = await createPerson('dancer', { isEmailVerified: false })
    await call('resendVerification', { email })
    const token = await mailedToken(email)
    await rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [id])
    expect(await call('verifyEmail', { token })).toMatchObject(refused)
  })

  test('verifies an account of before registrations waited', async () => {
    const { id, email } = await createPerson('dancer', { isEmailVerified: false })
    await call('resendVerification', { email })
    const { status, body } = await call('verifyEmail', { token: await mailedToken(email) })
    expect({ status, body }).toMatchObject({ status: 200, body: { user: { id } } })
  })

  test('is mailed again to who asks for a new password before the account has begun', async () => {
    const { email, token } = await registered()
    await call('passwordReset', { email })
    const again = await mailedToken(email, 2)
    expect(await mailsWhenQuiet(email)).toBe(2)
    expect(await call('verifyEmail', { token })).toMatchObject(refused)
    expect((await call('verifyEmail', { token: again })).status).toBe(200)
  })
})

describe('a link that is sent with what tells who has registered', () => {
  test('opens the account at once where the registration was made', async () => {
    const { id, token } = await registered()
    const registrations = [newId(), id]
    expect(await call('verifyEmail', { token, registrations })).toMatchObject({
      status: 200,
      body: { user: { id } },
    })
  })

  test('asks whoever has not made the registration for the password, and works on', async () => {
    const { id, token, password } = await registered()
    const stranger = await registered()
    for (const sent of [
      { registrations: [] },
      { registrations: [stranger.id], password: '' },
      { password: '' },
    ])
      expect(await call('verifyEmail', { token, ...sent })).toMatchObject(asked)
    expect(await call('verifyEmail', { token, registrations: [], password })).toMatchObject({
      status: 200,
      body: { user: { id } },
    })
  })

  test('refuses another password than the chosen one, and works on', async () => {
    const { token, password } = await registered()
    for (const sent of [{}, { registrations: [] }, { registrations: [newId()] }])
      expect(await call('verifyEmail', { token, password: `${password}!`, ...sent })).toMatchObject(
        doesNotFit,
      )
    expect((await call('verifyEmail', { token, password })).status).toBe(200)
  })

  test('takes ten guesses of the password in a quarter of an hour', async () => {
    const { id, token, password } = await registered()
    for (let n = 0; n < 10; n++)
      expect(await call('verifyEmail', { token, password: `guess ${n}` })).toMatchObject(doesNotFit)
    expect((await call('verifyEmail', { token, password })).status).toBe(429)
    expect((await call('verifyEmail', { token, registrations: [id] })).status).toBe(200)
  })

  test('does not open what a stranger has registered since with the same email', async () => {
    const { email, id, token, password } = await registered()
    const stranger = newcomer({
      email,
      password: 'The stranger’s own 7',
      password_confirm: 'The stranger’s own 7',
    })
    await register(stranger)
    const newer = await mailedToken(email, 2)
    expect(await call('verifyEmail', { token, registrations: [id], password })).toMatchObject(refused)
    expect(await call('verifyEmail', { token: newer, registrations: [id] })).toMatchObject(asked)
    expect(await call('verifyEmail', { token: newer, registrations: [id], password })).toMatchObject(
      doesNotFit,
    )
    expect(await rows(db(), 'SELECT 1 FROM app_user WHERE email = $1', [email])).toEqual([])
    // They sign up again, and have their account.
    const again = newcomer({ email, password })
    const registrations = [await register(again), id]
    const newest = await mailedToken(email, 3)
    expect(await call('verifyEmail', { token: newest, registrations })).toMatchObject({
      status: 200,
      body: { user: { username: again.username } },
    })
  })

  test('opens nothing where the registration is replaced while the password is looked at', async () => {
    const { email, id, token } = await registered()
    const row = { text: 'SELECT FROM registration WHERE email = $1 FOR UPDATE', values: [email] }
    const { first, second } = await overlapped(
      row,
      () => register(newcomer({ email })),
      () => call('verifyEmail', { token, registrations: [id] }),
    )
    expect(first).not.toBe(id)
    expect(second).toMatchObject(refused)
    expect(await rows(db(), 'SELECT 1 FROM app_user WHERE email = $1', [email])).toEqual([])
  })

  test('asks for the password of an account of before as well', async () => {
    const { id, email } = await createPerson('dancer', { isEmailVerified: false })
    await call('resendVerification', { email })
    const token = await mailedToken(email)
    expect(await call('verifyEmail', { token, registrations: [newId()] })).toMatchObject(asked)
    expect(await call('verifyEmail', { token, password: 'wrong' })).toMatchObject(doesNotFit)
    const sent = { token, registrations: [], password: accountPassword }
    expect(await call('verifyEmail', sent)).toMatchObject({ status: 200, body: { user: { id } } })
    expect(await call('verifyEmail', sent)).toMatchObject(refused)
  })

  test('is told as invalid once it is used or has run out, whatever comes with it', async () => {
    const [used, late] = [await registered(), await registered()]
    expect((await call('verifyEmail', { token: used.token })).status).toBe(200)
    time.passTime(24 * 60 * 60)
    for (const { id, token, password } of [used, late])
      for (const sent of [
        { registrations: [] },
        { registrations: [id] },
        { password },
        { password: 'wrong' },
      ])
        expect(await call('verifyEmail', { token, ...sent })).toMatchObject(refused)
  })

  test('is refused with more than five registrations, or with what is none', async () => {
    const { id, token } = await registered()
    for (const registrations of [Array(6).fill(id), ['x'], id])
      expect(await call('verifyEmail', { token, registrations })).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      })
  })
})

describe('asking for a new link', () => {
  test('is answered alike for accounts that wait, for verified ones and for nobody', async () => {
    const { email } = await registered()
    const verified = await createPerson('dancer')
    for (const asked of [email, verified.email, 'nobody@example.test'])
      expect(await call('resendVerification', { email: asked })).toMatchObject({
        status: 200,
        body: sameAnswer,
      })
    await mailedToken(email, 2)
    expect(await mailsWhenQuiet(verified.email)).toBe(0)
    expect(await mailsWhenQuiet('nobody@example.test')).toBe(0)
  })

  test('mails at most three an hour, says nothing of it, and mails again afterwards', async () => {
    const { email } = await registered()
    for (let n = 0; n < 4; n++) expect((await call('resendVerification', { email })).body).toEqual(sameAnswer)
    expect(await mailsWhenQuiet(email)).toBe(3)
    time.passTime(60 * 60 + 1)
    await call('resendVerification', { email })
    const newest = await mailedToken(email, 4)
    expect((await call('verifyEmail', { token: newest })).status).toBe(200)
  })
})

test('a registration waits a week, and its name with it', async () => {
  const entered = newcomer()
  await call('register', entered)
  await mailedToken(entered.email)
  const { username } = entered
  time.passTime(7 * 24 * 60 * 60 - 60)
  expect((await call('register', newcomer({ username }))).status).toBe(400)
  await purgeRegistrations(now())
  await call('resendVerification', { email: entered.email })
  expect((await call('verifyEmail', { token: await mailedToken(entered.email, 2) })).status).toBe(200)
  const late = newcomer()
  await call('register', late)
  time.passTime(7 * 24 * 60 * 60 + 1)
  expect((await call('login', { email: late.email, password: late.password })).status).toBe(401)
  expect((await call('register', newcomer({ username: late.username }))).status).toBe(201)
})

test('links are deleted a day after their end, and no sooner', async () => {
  const { id } = await createPerson('dancer')
  const made = new Date('2026-03-01T09:00:00Z')
  await createLink(id, 'verify_email', made)
  const left = async () => (await rows(db(), 'SELECT 1 FROM mailed_link WHERE user_id = $1', [id])).length
  await purgeLinks(new Date('2026-03-03T08:59:59Z'))
  expect(await left()).toBe(1)
  await purgeLinks(new Date('2026-03-03T09:00:01Z'))
  expect(await left()).toBe(0)
})
