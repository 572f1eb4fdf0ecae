// Whether an account has an email is told to nobody but its owner (docs/decisions/0017): every step that a stranger can
// take with an email is taken once with one that has an account, and once with one that has none.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { db, rows } from '#lib/core/db.ts'
import { call, mailedToken, mailsWhenQuiet, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { untilMailed } from '#tests/support/mailbox.ts'
import { createPerson, password } from '#tests/support/people.ts'
import { newAddress } from '#tests/support/send.ts'

setUpAccounts()

/** What a stranger sees who goes this way with an email, without what they entered themselves. */
async function seenWith(email: string) {
  const [first, second] = [newcomer({ email }), newcomer({ email })]
  const address = newAddress()
  const seen: unknown[] = []
  const look = async (name: Parameters<typeof call>[0], body: object) => {
    const { status, body: answer } = await call(name, body, { address })
    const text = [first, second].reduce(
      (told, { username }, n) => told.replaceAll(username, `name ${n}`),
      JSON.stringify(answer),
    )
    seen.push([
      name,
      status,
      text.replaceAll(email, 'the email').replace(/"id":"[^"]+"|"retry_after":\d+/, ''),
    ])
  }
  await look('register', first)
  await look('login', { email, password: first.password })
  await look('login', { email, password: 'wrong' })
  await look('register', newcomer({ username: first.username }))
  await look('register', second)
  // Both registrations are pending: a name is reserved for its email.
  await look('register', newcomer({ username: first.username, email: first.email }))
  await look('resendVerification', { email })
  await look('passwordReset', { email })
  await look('loginEligibility', { email })
  await look('login', { email, password: first.password })
  return seen
}

describe('an email that has an account', () => {
  test('is answered like one that has none, whatever is asked', async () => {
    const account = await createPerson('dancer')
    const unverified = await createPerson('dancer', { isEmailVerified: false })
    const inactive = await createPerson('dancer')
    await rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [inactive.id])
    const expected = await seenWith(newcomer().email)
    expect(expected[0]).toEqual(['register', 201, expect.stringContaining('Please check your email')])
    expect(expected[1]).toEqual(['login', 403, expect.stringContaining('verification_required')])
    for (const { email } of [account, unverified, inactive]) expect(await seenWith(email)).toEqual(expected)
  })

  test('is left as it was by a registration, and its owner is told by mail, without a link into anything', async () => {
    const { id, email } = await createPerson('dancer')
    const entered = newcomer({ email: email.toUpperCase() })
    expect((await call('register', entered)).status).toBe(201)
    const mail = await untilMailed(email)
    expect(mail.subject).toBe('You already have a Ngoma account')
    expect(mail.text).not.toContain('token')
    for (const stranger of [entered.username, entered.first_name]) expect(mail.text).not.toContain(stranger)
    expect((await call('login', { email, password })).status).toBe(200)
    expect((await call('login', { email, password: entered.password })).status).toBe(403)
    const accounts = await rows(db(), 'SELECT id FROM app_user WHERE email = $1', [email])
    expect(accounts).toEqual([{ id }])
  })

  test('gets three such mails an hour from one network', async () => {
    const { email } = await createPerson('dancer')
    const address = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 5; n++)
      statuses.push((await call('register', newcomer({ email }), { address })).status)
    expect(statuses).toEqual([201, 201, 201, 429, 429])
    expect(await mailsWhenQuiet(email)).toBe(3)
  })

  test('is not guessed at more often by whoever registers it in between', async () => {
    const { email } = await createPerson('dancer')
    const entered = newcomer({ email })
    await call('register', entered)
    const address = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      for (const typed of ['wrong', 'wrong too', entered.password])
        statuses.push((await call('login', { email, password: typed }, { address })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('of two who register one email it belongs to whoever opens the mail, under the name that they chose', async () => {
  const [older, newer] = [newcomer(), newcomer()]
  const { body } = await call('register', older)
  const { id } = z.object({ id: z.string() }).parse(body.user)
  const first = await mailedToken(older.email)
  await call('register', { ...newer, email: older.email })
  await mailedToken(older.email, 2)
  expect(await call('verifyEmail', { token: first, registrations: [id] })).toMatchObject({
    status: 200,
    body: { user: { username: older.username, email: older.email } },
  })
})
