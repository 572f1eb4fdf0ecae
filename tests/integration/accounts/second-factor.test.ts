// The authenticator app of staff (docs/decisions/0016), where STAFF_SECOND_FACTOR is on.
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { allCalls, contract } from '#lib/contract/all.ts'
import type { Method } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { sha256 } from '#lib/core/ids.ts'
import { authorizeToken } from '#lib/web/session/next-auth-options.ts'
import { actorOf } from '#server/realtime/sessions.ts'
import { call, mailedToken, setUpAccounts } from '#tests/support/accounts.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

// Before anything reads the environment.
vi.hoisted(() => {
  process.env.STAFF_SECOND_FACTOR = 'true'
})

const clock = setUpAccounts()
const STEP = 30

// A code is as old here as it is said to be: no step begins between its making and its use.
beforeEach(() => clock.passTime(STEP - ((now().getTime() / 1_000) % STEP)))

/** What the app shows, `steps` away from now. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = now().getTime() + steps * STEP * 1_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
/** Six digits that are no code of this time. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  )
}
const signIn = (email: string, code?: string, address = newAddress()) =>
  call('login', { email, password, ...(code === undefined ? {} : { code }) }, { address })
const begin = (access: string) => call('beginSecondFactor', {}, { access })
const confirm = (access: string, code: string) => call('confirmSecondFactor', { code }, { access })
const statusOf = async (one: (typeof allCalls)[number], access: string) => {
  const params = Object.fromEntries([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']))
  const method: Method = one.method
  const response = await send((await loadRoute(one))[method], {
    method,
    access,
    params,
    ...(method === 'GET' ? {} : { body: {} }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

/** An officer whose app is set up, in a session of theirs; the step of the confirmation has passed. */
async function enrolled(role: 'compliance_officer' | 'super_admin' = 'compliance_officer') {
  const session = await signInAs(role)
  const { secret } = (await begin(session.access)).body as { secret: string }
  const { body } = await confirm(session.access, codeOf(secret))
  clock.passTime(STEP)
  return { ...session, secret, email: session.user.email, recovery: body.recovery_codes as string[] }
}

describe('staff without an app', () => {
  test('sign in, and reach nothing but its set-up', async () => {
    const { email } = await createPerson('super_admin')
    const { status, body } = await signIn(email)
    expect({ status, body }).toMatchObject({ status: 200, body: { second_factor_enrolment_required: true } })
    const access = String(body.access)
    for (const one of allCalls.filter((each) => each.access !== 'public' && !each.beforeEnrolment)) {
      const answer = await statusOf(one, access)
      expect({ call: one.path, ...answer }).toMatchObject({ status: 403 })
      expect(JSON.parse(answer.text)).toEqual({
        error: 'Set up your authenticator app first.',
        code: 'second_factor_enrolment_required',
      })
    }
    expect(await actorOf(access)).toBeNull()
    expect(await authorizeToken({ access })).toMatchObject({ mustEnrol: true })
    expect((await call('refresh', { refresh: body.refresh })).status).toBe(200)
    expect((await call('logout', {}, { access })).status).toBe(204)
    expect((await begin(access)).status).toBe(401)
  })

  test('are visitors for the calls that are open to all', async () => {
    const { access, user } = await signInAs('compliance_officer')
    // Officers see what waits for a decision; visitors do not.
    const waiting = await addVideo(await openMonth())
    await changeVideo(waiting, { status: 'pending_review' })
    const route = await loadRoute(contract.videos.detail)
    const status = async () => (await send(route.GET, { access, params: { id: waiting.id } })).status
    expect(await status()).toBe(404)
    expect((await statusOf(contract.videos.list, access)).status).toBe(200)
    await db().query('UPDATE session SET second_factor_at = now() WHERE user_id = $1', [user.id])
    clock.passTime(10)
    expect(await status()).toBe(200)
  })

  test('dancers and musicians are asked for nothing', async () => {
    for (const role of ['dancer', 'copyright_owner'] as const) {
      const { email } = await createPerson(role)
      const { status, body } = await signIn(email, '123456')
      expect(status).toBe(200)
      expect(body).not.toHaveProperty('second_factor_enrolment_required')
      expect((await begin(String(body.access))).status).toBe(403)
    }
  })
})

describe('the set-up', () => {
  test('opens the desk to the session it was done in, ends the others, and shows ten codes once', async () => {
    const session = await signInAs('compliance_officer')
    const other = (await signIn(session.user.email)).body
    const begun = await begin(session.access)
    expect(begun.status).toBe(200)
    const { secret, uri } = begun.body as { secret: string; uri: string }
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await confirm(session.access, wrongCode(secret))).toMatchObject({
      status: 403,
      body: { code: 'second_factor_wrong' },
    })
    const { status, body } = await confirm(session.access, codeOf(secret))
    expect(status).toBe(200)
    const codes = body.recovery_codes as string[]
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
    expect((await statusOf(contract.compliance.stats, session.access)).status).toBe(200)
    expect(await actorOf(session.access)).toMatchObject({ id: session.user.id })
    expect((await call('refresh', { refresh: session.refresh })).status).toBe(200)
    expect((await call('refresh', { refresh: other.refresh })).status).toBe(401)
    expect(await begin(session.access)).toMatchObject({
      status: 409,
      body: { code: 'second_factor_enrolled' },
    })
    expect(await confirm(session.access, wrongCode(secret))).toMatchObject({
      status: 409,
      body: { code: 'second_factor_enrolled' },
    })
    const stored = await firstRow<{ text: string }>(
      db(),
      `SELECT encode(f.secret, 'escape') || string_agg(encode(c.code_hash, 'escape'), ' ') AS text
       FROM second_factor f JOIN recovery_code c USING (user_id) WHERE user_id = $1 GROUP BY f.secret`,
      [session.user.id],
    )
    for (const told of [secret, ...codes]) expect(stored?.text).not.toContain(told)
  })

  test('begun again takes the newer secret alone, and is not confirmed before it was begun', async () => {
    const { access } = await signInAs('compliance_officer')
    expect((await confirm(access, '123456')).status).toBe(409)
    expect((await confirm(access, '')).body).toMatchObject({ errors: { code: ['This field is required.'] } })
    const first = (await begin(access)).body as { secret: string }
    const second = (await begin(access)).body as { secret: string }
    expect((await confirm(access, codeOf(first.secret))).status).toBe(403)
    expect((await confirm(access, codeOf(second.secret))).status).toBe(200)
  })
})

describe('a confirmation whose answer was lost', () => {
  const QUARTER_HOUR = 15 * 60
  const already = { status: 409, body: { code: 'second_factor_enrolled' } }

  /** An officer whose app was confirmed a moment ago. */
  async function confirmed() {
    const session = await signInAs('compliance_officer')
    const { secret } = (await begin(session.access)).body as { secret: string }
    const code = codeOf(secret)
    const { body } = await confirm(session.access, code)
    return {
      ...session,
      email: session.user.email,
      secret,
      code,
      recovery: body.recovery_codes as string[],
    }
  }

  /** How many of these codes are stored and unused. */
  async function countValid(userId: string, codes: readonly string[]): Promise<number> {
    const hashes = codes.map((one) => sha256(one.replaceAll('-', '')))
    return (
      await rows(
        db(),
        'SELECT FROM recovery_code WHERE user_id = $1 AND code_hash = ANY($2) AND used_at IS NULL',
        [userId, hashes],
      )
    ).length
  }

  test('is sent again in its session, by the same code, and answers ten new codes: the former are void', async () => {
    const { user, access, email, secret, code, recovery } = await confirmed()
    const again = await confirm(access, code)
    expect(again.status).toBe(200)
    clock.passTime(2 * STEP)
    // Once more, by a newer code; another one may begin before it is used again.
    const newer = codeOf(secret)
    const { status, body } = await confirm(access, newer)
    expect(status).toBe(200)
    const codes = body.recovery_codes as string[]
    const former = [...recovery, ...(again.body.recovery_codes as string[])]
    expect(new Set([...former, ...codes]).size).toBe(30)
    expect([await countValid(user.id, former), await countValid(user.id, codes)]).toEqual([0, 10])
    expect((await signIn(email, recovery[0])).status).toBe(403)
    // What the newer one has used up signs nobody in.
    expect((await signIn(email, newer)).status).toBe(403)
    expect((await signIn(email, codes[0])).status).toBe(200)
    const record = await rows(
      db(),
      `SELECT actor_id, action FROM audit_event WHERE subject_id = $1 AND action <> 'account.recovery_code_used'`,
      [user.id],
    )
    expect(record).toEqual(Array(3).fill({ actor_id: user.id, action: 'account.second_factor_enrolled' }))
    expect((await statusOf(contract.compliance.stats, access)).status).toBe(200)
  })

  test('of five at once leaves the ten codes of one of them', async () => {
    const { user, access, code } = await confirmed()
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(access, code)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const valid = await Promise.all(
      answers.map(({ body }) => countValid(user.id, body.recovery_codes as string[])),
    )
    expect(valid.sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 10])
    expect(await rows(db(), 'SELECT FROM recovery_code WHERE user_id = $1', [user.id])).toHaveLength(10)
  })

  test('is not sent again by another session, by a wrong code, or by one older than what has signed in since', async () => {
    const { user, access, email, secret, recovery } = await confirmed()
    clock.passTime(2 * STEP)
    const [older, newer] = [codeOf(secret, -1), codeOf(secret)]
    const other = await signIn(email, newer)
    expect(other.status).toBe(200)
    expect(await confirm(access, older)).toMatchObject(already)
    clock.passTime(STEP)
    expect(await confirm(String(other.body.access), codeOf(secret))).toMatchObject(already)
    expect(await confirm(access, wrongCode(secret))).toMatchObject(already)
    expect(await countValid(user.id, recovery)).toBe(10)
    expect((await confirm(access, codeOf(secret))).status).toBe(200)
    expect((await statusOf(contract.compliance.stats, String(other.body.access))).status).toBe(200)
  })

  test('is not sent again after a quarter of an hour', async () => {
    const { user, access, refresh, secret, recovery } = await confirmed()
    clock.passTime(QUARTER_HOUR)
    const fresh = await call('refresh', { refresh })
    expect(fresh.status).toBe(200)
    expect(await confirm(String(fresh.body.access), codeOf(secret))).toMatchObject(already)
    clock.passTime(-60)
    expect(await countValid(user.id, recovery)).toBe(10)
    expect((await confirm(access, codeOf(secret))).status).toBe(200)
    clock.passTime(60)
  })

  test('is not sent again once a recovery code was used', async () => {
    const { user, access, email, secret, recovery } = await confirmed()
    expect((await signIn(email, recovery[0])).status).toBe(200)
    expect(await confirm(access, codeOf(secret))).toMatchObject(already)
    expect(await countValid(user.id, recovery)).toBe(9)
  })
})

describe('signing in with an app', () => {
  test('asks for its code, says so of a wrong one, and takes one step of tolerance', async () => {
    const { email, secret } = await enrolled()
    expect(await signIn(email)).toMatchObject({
      status: 403,
      body: { error: 'Enter the code from your authenticator app.', code: 'second_factor_required' },
    })
    expect(await signIn(email, wrongCode(secret))).toMatchObject({
      status: 403,
      body: { code: 'second_factor_wrong' },
    })
    clock.passTime(5 * STEP)
    expect((await signIn(email, codeOf(secret, -2))).status).toBe(403)
    expect((await signIn(email, codeOf(secret, 2))).status).toBe(403)
    const late = codeOf(secret, -1)
    expect((await signIn(email, `${late.slice(0, 3)} ${late.slice(3)}`)).status).toBe(200)
    const { status, body } = await signIn(email, codeOf(secret, 1))
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('second_factor_enrolment_required')
    expect((await statusOf(contract.compliance.stats, String(body.access))).status).toBe(200)
    const fresh = (await call('refresh', { refresh: body.refresh })).body
    expect((await statusOf(contract.compliance.stats, String(fresh.access))).status).toBe(200)
  })

  test('takes each code once, of five at the same time one, and no older one after it', async () => {
    const { email, secret } = await enrolled()
    clock.passTime(5 * STEP)
    const before = codeOf(secret, -1)
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
    expect((await signIn(email, code)).status).toBe(403)
    expect((await signIn(email, before)).status).toBe(403)
    clock.passTime(STEP)
    expect((await signIn(email, codeOf(secret))).status).toBe(200)
  })

  test('does not take the code that set the app up', async () => {
    const session = await signInAs('compliance_officer')
    const { secret } = (await begin(session.access)).body as { secret: string }
    const code = codeOf(secret)
    await confirm(session.access, code)
    expect((await signIn(session.user.email, code)).status).toBe(403)
  })

  test('takes each recovery code once, however it is typed, and puts it on record', async () => {
    const { email, recovery, user } = await enrolled()
    const [one = '', two = ''] = recovery
    const answers = await Promise.all([
      signIn(email, one),
      signIn(email, one.toLowerCase().replaceAll('-', ' ')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await signIn(email, two)).status).toBe(200)
    expect((await signIn(email, two)).status).toBe(403)
    const other = await enrolled()
    expect((await signIn(other.email, recovery[2])).status).toBe(403)
    const record = await rows(
      db(),
      'SELECT actor_id, action, after FROM audit_event WHERE subject_id = $1 ORDER BY id',
      [user.id],
    )
    expect(record).toEqual([
      { actor_id: user.id, action: 'account.second_factor_enrolled', after: null },
      { actor_id: user.id, action: 'account.recovery_code_used', after: { recovery_codes_left: 9 } },
      { actor_id: user.id, action: 'account.recovery_code_used', after: { recovery_codes_left: 8 } },
    ])
  })

  test('counts wrong codes like wrong passwords, and being asked for one not at all', async () => {
    const { email, secret } = await enrolled()
    for (let time = 0; time < 12; time++) expect((await signIn(email)).status).toBe(403)
    for (let time = 0; time < 10; time++) {
      expect((await signIn(email, wrongCode(secret))).body).toMatchObject({ code: 'second_factor_wrong' })
      // Asked for a code in between, the failures are not forgotten.
      if (time < 9) expect((await signIn(email)).status).toBe(403)
    }
    expect((await signIn(email, codeOf(secret))).status).toBe(429)
    clock.passTime(STEP)
  })

  test('tells nobody with a wrong password whether there is an app', async () => {
    const { email, secret } = await enrolled()
    const wrong = await call('login', { email, password: 'not the one', code: codeOf(secret) })
    expect(wrong.status).toBe(401)
    expect((await signIn(email, codeOf(secret))).status).toBe(200)
  })

  test('is still asked for after a new password by mail', async () => {
    const { email, secret } = await enrolled()
    await call('passwordReset', { email })
    const token = await mailedToken(email)
    expect((await call('passwordResetConfirm', { token, password: 'Kayole-dance-2026!' })).status).toBe(200)
    const typed = { email, password: 'Kayole-dance-2026!' }
    expect((await call('login', typed)).body).toMatchObject({ code: 'second_factor_required' })
    expect((await call('login', { ...typed, code: codeOf(secret) })).status).toBe(200)
  })

  test('ends a session that never proved it', async () => {
    const { user, access } = await enrolled()
    await db().query('UPDATE session SET second_factor_at = NULL WHERE user_id = $1', [user.id])
    clock.passTime(10)
    expect((await statusOf(contract.compliance.stats, access)).status).toBe(401)
  })
})
