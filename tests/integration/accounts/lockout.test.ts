// Wrong guesses lock out the network (and device) that they come from, and nobody else (docs/decisions/0018).
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { countLoginAttempt } from '#lib/domain/accounts/login-attempts.ts'
import { call, mailedToken, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { newAddress } from '#tests/support/send.ts'

const clock = setUpAccounts()

type Typed = { email: string; password?: string; code?: string; device_token?: unknown }
const signIn = (typed: Typed, address = newAddress()) => call('login', { password, ...typed }, { address })
const statusOf = async (typed: Typed, address?: string) => (await signIn(typed, address)).status
/** So many wrong passwords at once, from one address or each from another. */
const guess = (email: string, times: number, address?: string, device_token?: unknown) =>
  Promise.all(
    Array.from({ length: times }, () => statusOf({ email, password: 'wrong', device_token }, address)),
  )
const deviceOf = async (email: string) => (await signIn({ email })).body.device_token

test('logins before the email is verified count for their network alone', async () => {
  const entered = newcomer()
  await call('register', entered)
  const address = newAddress()
  // Eleven are more than one account may fail.
  for (let n = 0; n < 11; n++) expect(await statusOf(entered, address)).toBe(403)
  for (let n = 11; n < 300; n++)
    await countLoginAttempt({ email: `${n}@example.test`, address, device: null })
  expect(await statusOf(entered, address)).toBe(429)
})

test('logins that end in a fault of ours are no failed attempts', async () => {
  const [{ email }, address] = [await createPerson('dancer'), newAddress()]
  await asOwner((owner) => owner.query('ALTER TABLE app_user RENAME TO app_user_elsewhere'))
  try {
    for (let n = 0; n < 12; n++) expect(await statusOf({ email }, address)).toBe(500)
  } finally {
    await asOwner((owner) => owner.query('ALTER TABLE app_user_elsewhere RENAME TO app_user'))
  }
  // Ten more are as many as always.
  expect(new Set(await guess(email, 9, address))).toEqual(new Set([401]))
  expect(await statusOf({ email }, address)).toBe(200)
})

describe('ten wrong passwords from one network', () => {
  test('lock that network out of that account, and nobody else, and say until when', async () => {
    const [victim, other] = [await createPerson('dancer'), await createPerson('dancer')]
    const attacker = newAddress()
    expect(new Set(await guess(victim.email, 10, attacker))).toEqual(new Set([401]))
    const { status, body, response } = await signIn({ email: victim.email }, attacker)
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        detail: 'Too many failed attempts. Wait a while, then try again, or choose a new password.',
        retry_after: expect.any(Number),
      },
    })
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    expect(await statusOf({ email: victim.email })).toBe(200)
    expect(await statusOf({ email: other.email }, attacker)).toBe(200)
  })

  test('count for all addresses of one IPv6 network', async () => {
    const { email } = await createPerson('dancer')
    for (let n = 0; n < 10; n++) expect((await guess(email, 1, `2001:db8:7:1::${n + 1}`))[0]).toBe(401)
    expect(await statusOf({ email }, '2001:db8:7:1::ffff')).toBe(429)
    expect(await statusOf({ email }, '2001:db8:7:2::1')).toBe(200)
  })

  test('are thirty from all networks of one IPv6 line, so that it can not lock out the others', async () => {
    const { email } = await createPerson('dancer')
    const from = (network: number) => guess(email, 1, `2001:db8:8:${network.toString(16)}::1`)
    for (let network = 1; network <= 30; network++) expect(await from(network)).toEqual([401])
    for (let network = 31; network <= 110; network++) expect(await from(network)).toEqual([429])
    expect(await statusOf({ email }, '2001:db8:9:1::1')).toBe(200)
  })

  test('are ten also where forty come at once, and where nobody has the email', async () => {
    const { email } = await createPerson('dancer')
    for (const guessed of [email, newcomer().email]) {
      const address = newAddress()
      const statuses = await guess(guessed, 25, address)
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    }
  })

  test('are forgotten once the password was right', async () => {
    const { email } = await createPerson('dancer')
    const address = newAddress()
    for (let round = 0; round < 3; round++) {
      expect(await guess(email, 9, address)).not.toContain(429)
      expect(await statusOf({ email }, address)).toBe(200)
    }
  })
})

describe('an address that thousands of phones share', () => {
  /** Counts wrong passwords as a login does before it looks at them. @returns how many were refused */
  async function guessesRefused(times: number, address: string, email = () => newcomer().email) {
    const attempts = Array.from({ length: times }, () =>
      countLoginAttempt({ email: email(), address, device: null }),
    )
    const ends = await Promise.allSettled(attempts)
    return ends.filter(({ status }) => status === 'rejected').length
  }

  test('lets newcomers in though some mistype, and though one guesses at one account without an end', async () => {
    const { email } = await createPerson('dancer')
    const address = newAddress()
    expect(await guessesRefused(200, address)).toBe(0)
    const victim = newcomer().email
    expect(await guessesRefused(500, address, () => victim)).toBe(490)
    expect(await statusOf({ email }, address)).toBe(200)
  })

  test('is locked out of every account by three hundred wrong passwords, but for devices that are known', async () => {
    const { email } = await createPerson('dancer')
    const device_token = await deviceOf(email)
    const address = newAddress()
    expect(await guessesRefused(301, address)).toBe(1)
    expect(await statusOf({ email }, address)).toBe(429)
    expect(await statusOf({ email, device_token }, address)).toBe(200)
    expect(await statusOf({ email })).toBe(200)
  })
})

describe('a known device', () => {
  test('is let in though strangers guess on its network and on a hundred others; unknown ones then wait', async () => {
    const { email } = await createPerson('dancer')
    const device_token = await deviceOf(email)
    const shared = newAddress()
    expect((await guess(email, 11, shared)).filter((status) => status === 429)).toHaveLength(1)
    expect(await statusOf({ email, device_token }, shared)).toBe(200)
    // Ten were counted; each of these comes from a network of its own.
    expect(new Set(await guess(email, 90))).toEqual(new Set([401]))
    expect((await guess(email, 1))[0]).toBe(429)
    expect(await statusOf({ email })).toBe(429)
    expect(await statusOf({ email, device_token }, shared)).toBe(200)
    // That its owner signs in makes no room for more guesses.
    expect((await guess(email, 1))[0]).toBe(429)
  })

  test('has ten guesses of its own, wherever it is', async () => {
    const { email } = await createPerson('dancer')
    const device_token = await deviceOf(email)
    expect(new Set(await guess(email, 10, undefined, device_token))).toEqual(new Set([401]))
    expect(await statusOf({ email, device_token })).toBe(429)
    expect(await statusOf({ email })).toBe(200)
  })

  test('is known to those who signed in on it alone, and to all of them', async () => {
    const [one, two, stranger] = [
      await createPerson('dancer'),
      await createPerson('copyright_owner'),
      await createPerson('dancer'),
    ]
    const first = await deviceOf(one.email)
    const both = (await signIn({ email: two.email, device_token: first })).body.device_token
    const shared = newAddress()
    for (const { email } of [one, two]) await guess(email, 10, shared)
    for (const { email } of [one, two]) {
      expect(await statusOf({ email }, shared)).toBe(429)
      expect(await statusOf({ email, device_token: both }, shared)).toBe(200)
    }
    expect(await statusOf({ email: two.email, device_token: first }, shared)).toBe(429)
    await guess(stranger.email, 10, shared)
    expect(await statusOf({ email: stranger.email, device_token: both }, shared)).toBe(429)
  })

  test('is none by a token that is made up, changed, of another kind, or half a year old', async () => {
    const { email } = await createPerson('dancer')
    const { device_token, access, refresh } = (await signIn({ email })).body
    const shared = newAddress()
    await guess(email, 10, shared)
    const [head, , signature] = String(device_token).split('.')
    for (const wrong of ['x', 7, null, `${head}.e30.${signature}`, access, refresh, 'x'.repeat(5_000)])
      expect(await statusOf({ email, device_token: wrong }, shared)).toBe(429)
    expect(await statusOf({ email, device_token }, shared)).toBe(200)
    clock.passTime(181 * 24 * 60 * 60)
    expect(await statusOf({ email, device_token }, shared)).toBe(429)
    // What is known of a device opens no call.
    expect((await call('beginSecondFactor', {}, { access: String(device_token) })).status).toBe(401)
  })

  test('is one by the link of a mail, too: who sets a new password gets in while others go on guessing', async () => {
    const { email } = await createPerson('dancer')
    const registered = newcomer()
    await call('register', registered)
    const { password } = registered
    const verified = await call('verifyEmail', { token: await mailedToken(registered.email), password })
    await call('passwordReset', { email })
    const chosen = 'Kayole-dance-2026!'
    const reset = await call('passwordResetConfirm', { token: await mailedToken(email), password: chosen })
    expect([verified.status, reset.status]).toEqual([200, 200])
    for (const [who, secret, { body }] of [
      [registered.email, registered.password, verified],
      [email, chosen, reset],
    ] as const) {
      const shared = newAddress()
      await guess(who, 10, shared)
      expect(await statusOf({ email: who, password: secret }, shared)).toBe(429)
      expect(await statusOf({ email: who, password: secret, device_token: body.device_token }, shared)).toBe(
        200,
      )
    }
  })
})

describe('wrong codes of the second factor', () => {
  /** An officer whose app is set up, signed in with it once. */
  async function officer() {
    const { access, user } = await signInAs('compliance_officer')
    const { secret } = (await call('beginSecondFactor', {}, { access })).body
    const app = new TOTP({ secret: Secret.fromBase32(String(secret)) })
    const code = () => app.generate({ timestamp: now().getTime() })
    await call('confirmSecondFactor', { code: code() }, { access })
    clock.passTime(60)
    const { device_token } = (await signIn({ email: user.email, code: code() })).body
    clock.passTime(60)
    return { email: user.email, code, device_token }
  }

  test('are ten from one network, ten from unknown devices anywhere, and a known device gets in', async () => {
    const { email, code, device_token } = await officer()
    const shared = newAddress()
    for (let n = 0; n < 5; n++) expect(await statusOf({ email, code: '12345' }, shared)).toBe(403)
    for (let n = 0; n < 5; n++) expect(await statusOf({ email, code: '12345' })).toBe(403)
    // The password is right, and that is all they find out.
    expect(await statusOf({ email, code: code() })).toBe(429)
    expect(await statusOf({ email, code: code() }, shared)).toBe(429)
    expect(await statusOf({ email, code: code(), device_token }, shared)).toBe(200)
  })

  test('are ten from a known device, which then locks out nobody else', async () => {
    const { email, code, device_token } = await officer()
    for (let n = 0; n < 10; n++) expect(await statusOf({ email, code: '12345', device_token })).toBe(403)
    expect(await statusOf({ email, code: code(), device_token })).toBe(429)
    expect(await statusOf({ email, code: code() })).toBe(200)
  })
})
