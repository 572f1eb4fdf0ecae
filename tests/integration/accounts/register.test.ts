import { describe, expect, test } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { call, mailedToken, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { linkIn, untilMailed } from '#tests/support/mailbox.ts'
import { createPerson } from '#tests/support/people.ts'
import { newAddress } from '#tests/support/send.ts'

setUpAccounts()

/** What is wrong, how, the field it is told beside, and the sentence. */
type Refusal = [string, Record<string, unknown>, string, string]

describe('registration', () => {
  test('opens an account that waits for its email, and the mailed link opens it', async () => {
    const entered = newcomer({ location: 'Kisumu', social_links: { tiktok: '@amina' } })
    const { status, body } = await call('register', entered)
    expect(status).toBe(201)
    expect(body).toEqual({
      user: {
        id: expect.any(String),
        username: entered.username,
        first_name: 'Amina',
        last_name: 'Wanjiru Odhiambo',
        email: entered.email,
        role: 'dancer',
      },
      message: 'Your account is ready. Please check your email and verify your address.',
    })
    const login = { email: entered.email, password: entered.password }
    expect(await call('login', login)).toMatchObject({
      status: 403,
      body: {
        verification_required: ['Please verify your email address to continue.'],
        email: entered.email,
      },
    })

    const mail = await untilMailed(entered.email)
    expect(mail.subject).toBe('Verify your email for Ngoma')
    const link = linkIn(mail)
    expect(`${link.origin}${link.pathname}`).toBe(`${env.PUBLIC_URL}/verify-email`)
    expect(link.searchParams.get('email')).toBe(entered.email)
    const { password } = entered
    const verified = await call('verifyEmail', { token: link.searchParams.get('token'), password })
    expect(verified).toMatchObject({
      status: 200,
      body: {
        user: body.user,
        tokens: { access: expect.any(String), refresh: expect.any(String) },
        message: expect.any(String),
      },
    })
    expect((await call('login', login)).status).toBe(200)
  })

  test('keeps what was entered', async () => {
    const entered = newcomer({
      email: ' Newcomer-MIXED@Example.TEST ',
      role: 'copyright_owner',
      location: 'Kisumu',
      phone_number: '0712 345 678',
      social_links: { tiktok: '@amina' },
    })
    const { body } = await call('register', entered)
    await call('verifyEmail', { token: await mailedToken('newcomer-mixed@example.test') })
    const kept = await firstRow(
      db(),
      `SELECT email, role::text, phone_number, display_name, location, social_links, is_email_verified
       FROM app_user u JOIN profile p ON p.user_id = u.id WHERE u.username = $1`,
      [entered.username],
    )
    expect(body.user).toMatchObject({ email: 'newcomer-mixed@example.test' })
    expect(kept).toEqual({
      email: 'newcomer-mixed@example.test',
      role: 'copyright_owner',
      phone_number: '254712345678',
      display_name: 'Amina Wanjiru Odhiambo',
      location: 'Kisumu',
      social_links: { tiktok: '@amina' },
      is_email_verified: true,
    })
  })

  test('mails in the language that was picked, or else the one that the browser prefers', async () => {
    const [swahili, picked] = [newcomer(), newcomer({ locale: 'en' })]
    const headers = { 'accept-language': 'sw-KE,en;q=0.5' }
    await call('register', swahili, { headers })
    await call('register', picked, { headers })
    expect((await untilMailed(swahili.email)).subject).toBe('Thibitisha barua pepe yako ya Ngoma')
    expect((await untilMailed(picked.email)).subject).toBe('Verify your email for Ngoma')
  })

  test('names a username that is taken, in any case, and says nothing of the email beside it', async () => {
    const taken = await createPerson('dancer')
    const username = taken.username.toUpperCase()
    for (const email of [taken.email, newcomer().email])
      expect(await call('register', newcomer({ username, email }))).toMatchObject({
        status: 400,
        body: {
          errors: { username: ['This username is taken. Please choose another one.'] },
          code: 'invalid',
        },
      })
  })

  test('gives a username to one of two who want it at once', async () => {
    const { username } = newcomer()
    const answers = await Promise.all([
      call('register', newcomer({ username })),
      call('register', newcomer({ username })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)?.body.errors).toEqual({
      username: ['This username is taken. Please choose another one.'],
    })
  })

  const refusals: Refusal[] = [
    [
      'a password under six',
      { password: '12345', password_confirm: '12345' },
      'password',
      'Password must be at least 6 characters long.',
    ],
    ...['123456', 'password', 'abcdefgh', 'Password1!', 'P@ssw0rd2026!'].map(
      (weak): Refusal => [
        `the password ${weak}`,
        { password: weak, password_confirm: weak },
        'password',
        'Please choose a stronger password.',
      ],
    ),
    ...['123', '+1 212 555 0123', '020 222 2222', '+256 772 123456', 'call me'].map(
      (phone_number): Refusal => [
        `the phone ${phone_number}`,
        { phone_number },
        'phone_number',
        'Enter a Kenyan mobile number, for example 0712 345 678.',
      ],
    ),
    ...['username', 'first_name', 'last_name'].map(
      (field): Refusal => [
        `a ${field} with a blank that cannot be seen`,
        { [field]: 'Aki\u200bnyi' },
        field,
        'Please remove invisible characters.',
      ],
    ),
    [
      'a name of zero-width blanks',
      { username: '\u200b\u200b\u200b' },
      'username',
      'This field is required.',
    ],
    [
      'another confirmation',
      { password_confirm: 'another' },
      'password_confirm',
      'Passwords do not match. Please try again.',
    ],
    ['an officer', { role: 'compliance_officer' }, 'role', 'Choose dancer or musician.'],
    ['a super admin', { role: 'super_admin' }, 'role', 'Choose dancer or musician.'],
    ['no email', { email: 'amina' }, 'email', 'Enter a valid email address.'],
    ['punycode without a meaning', { email: 'a@xn--0.com' }, 'email', 'Enter a valid email address.'],
    [
      'a label that is too long',
      { email: `a@${'b'.repeat(64)}.com` },
      'email',
      'Enter a valid email address.',
    ],
    [
      'two addresses in one',
      { email: 'a@example.test,b@example.test' },
      'email',
      'Enter a valid email address.',
    ],
    [
      'a header in the email',
      { email: 'a@example.test\nBcc: b@example.test' },
      'email',
      'Enter a valid email address.',
    ],
    ['no name', { username: ' ' }, 'username', 'This field is required.'],
    ['no display name', { first_name: '' }, 'first_name', 'This field is required.'],
  ]
  test.each(refusals)('refuses %s', async (_what, wrong, field, sentence) => {
    const { status, body } = await call('register', newcomer(wrong))
    expect(status).toBe(400)
    expect(body.errors).toEqual({ [field]: [sentence] })
  })

  test('what is refused for its form is none of the twenty tries for an email', async () => {
    const [address, email] = [newAddress(), newcomer().email]
    for (let n = 0; n < 21; n++)
      expect((await call('register', newcomer({ email, username: 'x' }), { address })).status).toBe(400)
    expect((await call('register', newcomer({ email }), { address })).status).toBe(201)
  })
})

test('a verification token is kept nowhere but in its mail', async () => {
  const entered = newcomer()
  await call('register', entered)
  const token = await mailedToken(entered.email)
  const found = await firstRow<{ count: number }>(
    db(),
    `SELECT (SELECT count(*) FROM registration_link WHERE encode(token_hash, 'escape') = $1)::int
          + (SELECT count(*) FROM outbox WHERE payload::text LIKE '%' || $1 || '%')::int AS count`,
    [token],
  )
  expect(token).toHaveLength(43)
  expect(found?.count).toBe(0)
})
