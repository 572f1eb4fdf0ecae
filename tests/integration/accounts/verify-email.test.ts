import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { say } from '#lib/core/sentence.ts'
import { createLink, purgeLinks } from '#lib/domain/accounts/mailed-links.ts'
import { purgeRegistrations } from '#lib/domain/accounts/registrations.ts'
import { call, mailedToken, mailsWhenQuiet, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { password as accountPassword, createPerson } from '#tests/support/people.ts'
import { newAddress } from '#tests/support/send.ts'

const time = setUpAccounts()

const refused = {
  status: 400,
  body: { error: 'This verification link is invalid or expired.', code: 'invalid_link' },
}
const sameAnswer = { message: 'If this address still has to be verified, a new link is on its way.' }

const already = {
  status: 409,
  body: { error: 'Your email is already verified.', code: 'already_verified' },
}
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
    expect(await call('verifyEmail', { token })).toMatchObject(already)
  })

  test('works once, also when it is opened twice at the same moment', async () => {
    const { token } = await registered()
    const answers = await Promise.all([call('verifyEmail', { token }), call('verifyEmail', { token })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('works for 24 hours', async () => {
    const [early, late] = [await registered(), await registered()]
    time.passTime(24 * 60 * 60 - 60)
    expect((await call('verifyEmail', { token: early.token })).status).toBe(200)
    time.passTime(61)
    expect(await call('verifyEmail', { token: late.token })).toMatchObject(refused)
  })

  test('works beside a newer one, until one of them is used', async () => {
    const { email, token } = await registered()
    expect(await call('resendVerification', { email })).toMatchObject({ status: 200, body: sameAnswer })
    const newer = await mailedToken(email, 2)
    expect(await mailsWhenQuiet(email)).toBe(2)
    expect((await call('verifyEmail', { token })).status).toBe(200)
    expect(await call('verifyEmail', { token: newer })).toMatchObject(already)
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
    expect((await call('verifyEmail', { token: again })).status).toBe(200)
    expect(await call('verifyEmail', { token })).toMatchObject(already)
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

  test('opens what its reader has registered, and not what a stranger has with the same email', async () => {
    const owner = await registered()
    const strangersOwn = 'The stranger’s own 7'
    const stranger = newcomer({
      email: owner.email,
      password: strangersOwn,
      password_confirm: strangersOwn,
    })
    await register(stranger)
    const newer = await mailedToken(owner.email, 2)
    expect(await call('verifyEmail', { token: newer, registrations: [newId()] })).toMatchObject(asked)
    // Whichever link the owner opens, the account is theirs: by what their browser knows, or by their password.
    expect(
      await call('verifyEmail', { token: newer, registrations: [], password: owner.password }),
    ).toMatchObject({ status: 200, body: { user: { id: owner.id } } })
    for (const token of [owner.token, newer])
      expect(await call('verifyEmail', { token, password: strangersOwn })).toMatchObject(already)
    const { email } = owner
    expect((await call('login', { email, password: strangersOwn })).status).toBe(401)
    expect((await call('login', { email, password: owner.password })).status).toBe(200)
    // The stranger's name is free again.
    expect((await call('register', newcomer({ username: stranger.username }))).status).toBe(201)
  })

  test('opens one account where two registrations of an email are opened at once', async () => {
    const [first, second] = [await registered(), newcomer()]
    const id = await register({ ...second, email: first.email })
    const newer = await mailedToken(first.email, 2)
    const answers = await Promise.all([
      call('verifyEmail', { token: first.token, registrations: [first.id] }),
      call('verifyEmail', { token: newer, registrations: [id] }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(await rows(db(), 'SELECT 1 FROM app_user WHERE email = $1', [first.email])).toHaveLength(1)
  })

  test('asks for the password of an account of before as well', async () => {
    const { id, email } = await createPerson('dancer', { isEmailVerified: false })
    await call('resendVerification', { email })
    const token = await mailedToken(email)
    expect(await call('verifyEmail', { token, registrations: [newId()] })).toMatchObject(asked)
    expect(await call('verifyEmail', { token, password: 'wrong' })).toMatchObject(doesNotFit)
    const sent = { token, registrations: [], password: accountPassword }
    expect(await call('verifyEmail', sent)).toMatchObject({ status: 200, body: { user: { id } } })
    expect(await call('verifyEmail', sent)).toMatchObject(already)
  })

  test('says that it was used, or is invalid where it has run out, whatever comes with it', async () => {
    const [used, late] = [await registered(), await registered()]
    expect((await call('verifyEmail', { token: used.token })).status).toBe(200)
    time.passTime(24 * 60 * 60)
    for (const [{ id, token, password }, told] of [
      [used, already],
      [late, refused],
    ] as const)
      for (const sent of [
        { registrations: [] },
        { registrations: [id] },
        { password },
        { password: 'wrong' },
      ])
        expect(await call('verifyEmail', { token, ...sent })).toMatchObject(told)
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

  test('mails three an hour from one network, says when no more are sent, and leaves room for other networks', async () => {
    const entered = newcomer()
    const [email, address] = [entered.email, newAddress()]
    const askFrom = (from: string) => call('resendVerification', { email }, { address: from })
    expect((await call('register', entered, { address })).status).toBe(201)
    for (let n = 0; n < 2; n++) expect((await askFrom(address)).body).toEqual(sameAnswer)
    for (const again of [await askFrom(address), await call('register', newcomer({ email }), { address })])
      expect(again).toMatchObject({ status: 429, body: { detail: String(say('no_more_mails')) } })
    expect(await mailsWhenQuiet(email)).toBe(3)
    expect((await askFrom(newAddress())).body).toEqual(sameAnswer)
    expect(await mailsWhenQuiet(email)).toBe(4)
  })

  test('says the same of an email that nobody has', async () => {
    const [{ email }, address] = [newcomer(), newAddress()]
    const verified = (await createPerson('dancer')).email
    for (const asked of [email, verified]) {
      for (let n = 0; n < 3; n++)
        expect((await call('resendVerification', { email: asked }, { address })).body).toEqual(sameAnswer)
      expect(await call('resendVerification', { email: asked }, { address })).toMatchObject({
        status: 429,
        body: { detail: String(say('no_more_mails')) },
      })
    }
  })

  test('is bounded by the email alone where many networks ask', async () => {
    const { email } = newcomer()
    for (let n = 0; n < 30; n++) expect((await call('resendVerification', { email })).status).toBe(200)
    expect((await call('resendVerification', { email })).status).toBe(429)
    const addresses = Array.from({ length: 10 }, (_, n) => `2c0f:fe38:77:${n.toString(16)}::1`)
    const other = newcomer().email
    const statuses: number[] = []
    for (const address of addresses)
      statuses.push((await call('resendVerification', { email: other }, { address })).status)
    expect(statuses).toEqual([...Array<number>(9).fill(200), 429])
  })
})

describe('the token of a link alone', () => {
  const message = 'Your email is verified. Choose a password with “Forgot password?” before you log in again.'

  test('opens the account without the password, which a stranger could have chosen', async () => {
    const { id, email, password, token } = await registered()
    const { status, body } = await call('verifyEmail', { token })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { user: { id }, message, password_unset: true, tokens: { access: expect.any(String) } },
    })
    expect((await call('login', { email, password })).status).toBe(401)
    await call('passwordReset', { email })
    const chosen = 'Kayole-dance-2026!'
    const reset = await call('passwordResetConfirm', { token: await mailedToken(email, 2), password: chosen })
    expect(reset.status).toBe(200)
    expect((await call('login', { email, password: chosen })).status).toBe(200)
  })

  test('does the same to an account of before', async () => {
    const { email } = await createPerson('dancer', { isEmailVerified: false })
    await call('resendVerification', { email })
    expect((await call('verifyEmail', { token: await mailedToken(email) })).body.message).toBe(message)
    expect((await call('login', { email, password: accountPassword })).status).toBe(401)
  })

  test('is not all that a browser sends: with the password the account opens with it', async () => {
    const { email, password, token } = await registered()
    const { body } = await call('verifyEmail', { token, password })
    expect(body).toMatchObject({ message: 'Your email is verified. Welcome to Ngoma!' })
    expect(body).not.toHaveProperty('password_unset')
    expect((await call('login', { email, password })).status).toBe(200)
  })
})

test('a link opens the registration that was made where it is opened, also where many others are newer', async () => {
  const own = await registered()
  for (let n = 0; n < 6; n++) await register(newcomer({ email: own.email }))
  const { body } = await call('verifyEmail', {
    token: await mailedToken(own.email, 7),
    registrations: [own.id],
  })
  expect(body.user).toMatchObject({ id: own.id })
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
