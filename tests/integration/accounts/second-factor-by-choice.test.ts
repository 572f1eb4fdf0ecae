// Where STAFF_SECOND_FACTOR is off nobody has to set up an app, and whoever has done so is asked for it all the same.
import { expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { readLiveSessions } from '#lib/domain/accounts/live-sessions.ts'
import { authorizeToken } from '#lib/web/session/next-auth-options.ts'
import { actorOf } from '#server/realtime/sessions.ts'
import { call, mailedToken, setUpAccounts } from '#tests/support/accounts.ts'
import { codeOf, staffWithApp } from '#tests/support/authenticator.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'

const clock = setUpAccounts()
const STEP = 30
const signIn = (email: string, code?: string) =>
  call('login', { email, password, ...(code === undefined ? {} : { code }) })
const listed = async (by: { access: string }, search: string) =>
  (await ask(contract.admin.staff, by, { query: { search } })).body.results

test('nobody has to set one up', async () => {
  expect(env.STAFF_SECOND_FACTOR).toBe(false)
  for (const role of ['compliance_officer', 'super_admin', 'dancer'] as const) {
    const { email } = await createPerson(role)
    const { status, body } = await signIn(email)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('second_factor_enrolment_required')
  }
})

test.each(['compliance_officer', 'super_admin'] as const)(
  'a %s who has set one up is asked for it, and gets in with its code or a recovery code alone',
  async (role) => {
    const { email, secret, recovery } = await staffWithApp(role)
    clock.passTime(2 * STEP)
    expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    for (const wrong of ['12345', 'AAAA-BBBB-CCCC-DDDD'])
      expect(await signIn(email, wrong)).toMatchObject({ status: 403, body: { code: 'second_factor_wrong' } })
    expect((await signIn(email, recovery[0])).status).toBe(200)
    const { status, body } = await signIn(email, codeOf(secret))
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('second_factor_enrolment_required')
    expect((await ask(contract.compliance.stats, { access: String(body.access) })).status).toBe(200)
  },
)

test('a session that never proved it is at an end everywhere: calls, refresh, pages and sockets', async () => {
  const { access, refresh, user } = await staffWithApp('super_admin')
  const sessionId = (await readAccessToken(access))?.sessionId ?? ''
  expect(await readLiveSessions([sessionId])).toEqual(new Set([sessionId]))
  // As of one that was opened by password alone, when an app was not asked for.
  await db().query('UPDATE session SET second_factor_at = NULL WHERE user_id = $1', [user.id])
  clock.passTime(10)
  expect((await ask(contract.admin.staff, { access })).status).toBe(401)
  expect((await call('refresh', { refresh })).status).toBe(401)
  expect(await authorizeToken({ access })).toBeNull()
  expect(await actorOf(access)).toBeNull()
  expect(await readLiveSessions([sessionId])).toEqual(new Set())
})

test('a new password by mail does not let anybody past it', async () => {
  const { email } = await staffWithApp('compliance_officer')
  await call('passwordReset', { email })
  const choice = { token: await mailedToken(email), password: 'Kayole-dance-2026!' }
  expect((await call('passwordResetConfirm', choice)).status).toBe(200)
  expect((await call('login', { email, password: choice.password })).body).toMatchObject({
    code: 'second_factor_required',
  })
})

test('the list of staff says who is protected, and those are', async () => {
  const admin = await signInAs('super_admin')
  const enrolled = await staffWithApp('compliance_officer')
  const without = await createPerson('compliance_officer')
  expect(await listed(admin, enrolled.email)).toMatchObject([{ has_second_factor: true }])
  expect((await signIn(enrolled.email)).status).toBe(403)
  expect(await listed(admin, without.email)).toMatchObject([{ has_second_factor: false }])
  expect((await signIn(without.email)).status).toBe(200)
})
