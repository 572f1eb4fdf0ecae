import { hash } from '@node-rs/argon2'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { addSeconds, now, setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { sha256 } from '#lib/core/ids.ts'
import { closeRedis, connectRedis, redisKey } from '#lib/core/redis.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { createUser, login, logout, purgeSessions, refreshTokens } from '#lib/domain/accounts/commands.ts'
import { LoginRefusedError, VerificationRequiredError } from '#lib/domain/accounts/errors.ts'
import { sessionsEnded } from '#lib/domain/accounts/events.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { newAddress } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'

let ahead = 0
const restoreClock = setProcessClock(() => new Date(Date.now() + ahead * 1000))
const pass = (seconds: number) => {
  ahead += seconds
}

afterAll(async () => {
  restoreClock()
  await Promise.all([closeDb(), closeRedis()])
})

const attempt = (email: string, typed: string, address = newAddress()) =>
  login({ email, password: typed, address, userAgent: 'test' })

describe('a new user', () => {
  test('has a profile, and a dancer or musician an empty wallet', async () => {
    const dancer = await createPerson('dancer', { location: 'Kisumu' })
    const musician = await createPerson('copyright_owner')
    const officer = await createPerson('compliance_officer')
    const wallets = await rows<{ kind: string; owner_id: string; posted: bigint }>(
      db(),
      'SELECT kind, owner_id, posted FROM account WHERE owner_id = ANY($1) ORDER BY kind',
      [[dancer.id, musician.id, officer.id]],
    )
    expect(wallets).toEqual([
      { kind: 'dancer', owner_id: dancer.id, posted: 0n },
      { kind: 'musician', owner_id: musician.id, posted: 0n },
    ])
    const row = await firstRow(
      db(),
      `SELECT first_name, last_name, display_name, location, password_hash LIKE '$argon2id$%' AS hashed
       FROM app_user u JOIN profile p ON p.user_id = u.id WHERE u.id = $1`,
      [dancer.id],
    )
    expect(row).toEqual({
      first_name: 'Amina',
      last_name: 'Wanjiru Odhiambo',
      display_name: 'Amina Wanjiru Odhiambo',
      location: 'Kisumu',
      hashed: true,
    })
  })

  test('cannot take the email or, in any case, the username of another', async () => {
    const taken = await createPerson('dancer')
    const { id: _id, ...same } = taken
    await expect(createUser({ ...same, username: 'Somebody Else' })).rejects.toMatchObject({
      errors: { email: ['This email already has an account.'] },
    })
    await expect(
      createUser({ ...same, email: 'else@example.test', username: taken.username.toUpperCase() }),
    ).rejects.toMatchObject({ errors: { username: ['This username is taken. Please choose another one.'] } })
  })
})

describe('login', () => {
  test('opens a session that the access token names', async () => {
    const person = await createPerson('copyright_owner')
    const answer = await attempt(person.email, password)
    expect(answer.user).toEqual({
      id: person.id,
      username: person.username,
      first_name: 'Amina',
      last_name: 'Wanjiru Odhiambo',
      email: person.email,
      role: 'copyright_owner',
    })
    const claims = await readAccessToken(answer.access)
    expect(claims).toMatchObject({ userId: person.id, role: 'copyright_owner' })
    expect(await findActor(claims?.sessionId ?? '')).toMatchObject({
      id: person.id,
      username: person.username,
    })
  })

  test('refuses a wrong password, an unknown email and an inactive account with one answer', async () => {
    const active = await createPerson('dancer')
    const inactive = await createPerson('dancer')
    await rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [inactive.id])
    const refusals: [string, string][] = [
      [active.email, 'wrong'],
      ['nobody@example.test', password],
      [inactive.email, password],
    ]
    for (const [email, typed] of refusals)
      await expect(attempt(email, typed)).rejects.toThrow(new LoginRefusedError())
  })

  test('asks for verification only once the password was right', async () => {
    const person = await createPerson('dancer', { isEmailVerified: false })
    await expect(attempt(person.email, 'wrong')).rejects.toThrow(LoginRefusedError)
    await expect(attempt(person.email, password)).rejects.toThrow(VerificationRequiredError)
  })

  test('takes a password in any Unicode form, also where an older hash is of another', async () => {
    const chosen = 'Ñandú-ya-Kāyole-7'
    for (const form of ['NFC', 'NFD'] as const) {
      const made = await createPerson('dancer', { password: chosen.normalize(form) })
      const old = await createPerson('dancer')
      const raw = await hash(chosen.normalize(form))
      await rows(db(), 'UPDATE app_user SET password_hash = $2 WHERE id = $1', [old.id, raw])
      for (const typed of ['NFC', 'NFD'] as const)
        for (const { id, email } of [made, old])
          expect((await attempt(email, chosen.normalize(typed))).user.id).toBe(id)
    }
    const { email } = await createPerson('dancer', { password: chosen })
    await expect(attempt(email, 'Nandu-ya-Kayole-7')).rejects.toThrow(LoginRefusedError)
  })

  test('keeps no token that could be used, only its hash', async () => {
    const { refresh } = await signInAs('dancer')
    const kept = await rows<{ token_hash: Buffer }>(
      db(),
      'SELECT token_hash FROM refresh_token WHERE token_hash = $1',
      [sha256(refresh)],
    )
    expect(kept).toHaveLength(1)
    expect(refresh.length).toBeGreaterThanOrEqual(43)
  })
})

describe('refresh', () => {
  test('gives a new pair, and the access token outlives its fifteen minutes by no second', async () => {
    const first = await signInAs('dancer')
    pass(14 * 60)
    expect(await readAccessToken(first.access)).not.toBeNull()
    pass(61)
    expect(await readAccessToken(first.access)).toBeNull()
    const second = await refreshTokens(first.refresh)
    expect(second.refresh).not.toBe(first.refresh)
    expect(await readAccessToken(second.access)).toMatchObject({ userId: first.user.id })
  })

  test('gives two tabs that wake up at once the same pair, and so the session one line of tokens', async () => {
    const { refresh } = await signInAs('dancer')
    const [one, two] = await Promise.all([refreshTokens(refresh), refreshTokens(refresh)])
    expect(two).toEqual(one)
    pass(9)
    expect(await refreshTokens(refresh)).toEqual(one)
    const next = await refreshTokens(one.refresh)
    expect(next.refresh).not.toBe(one.refresh)
    expect(await refreshTokens(one.refresh)).toEqual(next)
    const kept = await rows(
      db(),
      `SELECT count(*)::int AS tokens FROM refresh_token
       WHERE session_id = (SELECT session_id FROM refresh_token WHERE token_hash = $1)`,
      [sha256(refresh)],
    )
    expect(kept).toEqual([{ tokens: 3 }])
  })

  test('takes an exchanged token used after the grace for a theft and ends the whole session', async () => {
    const first = await signInAs('dancer')
    const second = await refreshTokens(first.refresh)
    const claims = await readAccessToken(second.access)
    pass(11)
    await expect(refreshTokens(first.refresh)).rejects.toMatchObject({ code: 'token_not_valid' })
    await expect(refreshTokens(second.refresh)).rejects.toMatchObject({ code: 'token_not_valid' })
    expect(await findActor(claims?.sessionId ?? '')).toBeNull()
    const other = await attempt(first.user.email, password)
    await expect(refreshTokens(other.refresh)).resolves.toBeDefined()
  })

  test('refuses tokens that are unknown, older than thirty days, or of an inactive user', async () => {
    await expect(refreshTokens('unknown')).rejects.toMatchObject({ code: 'token_not_valid' })
    const old = await signInAs('dancer')
    const young = await refreshTokens(old.refresh)
    pass(30 * 24 * 60 * 60)
    await expect(refreshTokens(young.refresh)).rejects.toMatchObject({ code: 'token_not_valid' })
    const gone = await signInAs('dancer')
    await rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [gone.user.id])
    await expect(refreshTokens(gone.refresh)).rejects.toMatchObject({ code: 'token_not_valid' })
  })

  test('keeps a session alive for as long as it is used', async () => {
    let { refresh } = await signInAs('dancer')
    for (let week = 0; week < 8; week++) {
      pass(7 * 24 * 60 * 60)
      refresh = (await refreshTokens(refresh)).refresh
    }
  })
})

describe('logout', () => {
  test('ends the session, tells the sockets, and succeeds again', async () => {
    const ended: string[] = []
    const listener = connectRedis()
    await listener.subscribe(redisKey(sessionsEnded.channel))
    listener.on('message', (_channel: string, text: string) => {
      ended.push(...sessionsEnded.schema.parse(JSON.parse(text)).session_ids)
    })
    const { access, refresh } = await signInAs('dancer')
    const sessionId = (await readAccessToken(access))?.sessionId ?? ''
    await logout({ refresh })
    await logout({ refresh })
    await logout({ refresh: 'unknown' })
    await logout({})
    expect(await findActor(sessionId)).toBeNull()
    await expect(refreshTokens(refresh)).rejects.toMatchObject({ code: 'token_not_valid' })
    await until('the end of the session is told', () => ended.includes(sessionId))
  })

  test('ends the session of a token that was exchanged before', async () => {
    const first = await signInAs('dancer')
    const second = await refreshTokens(first.refresh)
    await logout({ refresh: first.refresh })
    await expect(refreshTokens(second.refresh)).rejects.toMatchObject({ code: 'token_not_valid' })
  })
})

test('a signed token without an end opens nothing', async () => {
  const { access, user } = await signInAs('super_admin')
  const claims = await readAccessToken(access)
  const endless = (payload: Record<string, unknown>, audience: string) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user.id)
      .setIssuer('ngoma')
      .setAudience(audience)
      .setIssuedAt(now())
  const key = new TextEncoder().encode(env.AUTH_SECRET)
  const payload = { sid: claims?.sessionId, role: 'super_admin' }
  expect(await readAccessToken(await endless(payload, 'ngoma-api').sign(key))).toBeNull()
  // The same with an end is one of ours.
  expect(
    await readAccessToken(
      await endless(payload, 'ngoma-api').setExpirationTime(addSeconds(now(), 60)).sign(key),
    ),
  ).toEqual(claims)
})

test('sessions are deleted a month after their end, and no sooner', async () => {
  const { access } = await signInAs('dancer')
  const sessionId = (await readAccessToken(access))?.sessionId
  const exists = () => firstRow(db(), 'SELECT id FROM session WHERE id = $1', [sessionId])
  const in59Days = new Date(Date.now() + (ahead + 59 * 24 * 60 * 60) * 1000)
  const in61Days = new Date(Date.now() + (ahead + 61 * 24 * 60 * 60) * 1000)
  await purgeSessions(in59Days)
  expect(await exists()).toBeDefined()
  expect(await purgeSessions(in61Days)).toBeGreaterThan(0)
  expect(await exists()).toBeUndefined()
})

test('a session that somebody ended is kept a month from then, with its tokens', async () => {
  const { access, refresh } = await signInAs('dancer')
  const sessionId = (await readAccessToken(access))?.sessionId
  const kept = () =>
    rows(db(), 'SELECT 1 FROM session s JOIN refresh_token t ON t.session_id = s.id WHERE s.id = $1', [
      sessionId,
    ])
  await logout({ refresh })
  const inDays = (days: number) => new Date(Date.now() + (ahead + days * 24 * 60 * 60) * 1000)
  await purgeSessions(inDays(29))
  expect(await kept()).toHaveLength(1)
  expect(await purgeSessions(inDays(31))).toBeGreaterThan(0)
  expect(await kept()).toEqual([])
})
