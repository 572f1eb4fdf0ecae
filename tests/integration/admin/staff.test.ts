// Compliance staff (docs/api.md, Admin).
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { deactivateStaff } from '#lib/domain/staff/commands.ts'
import { call, mailedToken, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

const clock = setUpAccounts()

async function list(access: string, query: Record<string, string> = {}): Promise<StaffMember[]> {
  const route = await loadRoute(contract.admin.staff)
  return (await (await send(route.GET, { access, query: { page_size: '100', ...query } })).json()).results
}
async function turn(word: 'activateStaff' | 'deactivateStaff', id: string, by: SignedIn) {
  const route = await loadRoute(contract.admin[word])
  const response = await send(route.POST, {
    method: 'POST',
    params: { id },
    access: by.access,
    address: '10.4.4.4',
  })
  return { status: response.status, body: await response.json() }
}
async function invite(body: Record<string, unknown>, by: SignedIn) {
  const route = await loadRoute(contract.admin.inviteStaff)
  const response = await send(route.POST, { method: 'POST', body, access: by.access })
  return { status: response.status, body: await response.json() }
}
const signIn = (email: string, secret = password) =>
  login({ email, password: secret, address: newAddress(), userAgent: 'test' })
const audited = (id: string) =>
  rows(db(), 'SELECT actor_id, action, before, after FROM audit_event WHERE subject_id = $1 ORDER BY id', [
    id,
  ])
/** Leaves nobody at the desk but those whom the test signs in. */
const emptyDesk = () =>
  db().query(`UPDATE app_user SET is_active = false WHERE role IN ('super_admin', 'compliance_officer')`)

describe('the list', () => {
  test('has officers and super admins as documented, the active ones first, with what they have done', async () => {
    const admin = await signInAs('super_admin')
    const officer = await signInAs('compliance_officer')
    const dancer = await createPerson('dancer')
    const gone = await createPerson('compliance_officer')
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [gone.id])
    await db().query(
      `INSERT INTO kyc_review (user_id, officer_id, action) VALUES ($1, $2, 'approve'), ($1, $2, 'reject')`,
      [dancer.id, officer.user.id],
    )
    const staff = await list(admin.access)
    expect(staff.map(({ id }) => id)).not.toContain(dancer.id)
    expect(staff.find(({ id }) => id === officer.user.id)).toEqual({
      id: officer.user.id,
      first_name: 'Amina',
      last_name: 'Wanjiru Odhiambo',
      username: officer.user.username,
      email: officer.user.email,
      role: 'compliance_officer',
      is_active: true,
      has_joined: true,
      has_second_factor: false,
      awaits_confirmation: false,
      invited_by: null,
      second_factor_reset: null,
      kyc_reviews_count: 2,
      last_activity: expect.stringMatching(/Z$/),
    })
    expect(staff.at(-1)).toMatchObject({ id: gone.id, is_active: false, last_activity: null })
    const found = await list(admin.access, { search: officer.user.email, is_active: 'true' })
    expect(found.map(({ id }) => id)).toEqual([officer.user.id])
  })
})

describe('an invitation', () => {
  test('opens an account that only its mailed link opens, once', async () => {
    const admin = await signInAs('super_admin')
    const { email } = newcomer()
    const { status, body } = await invite(
      { first_name: 'Otieno', last_name: email.slice(9, 21), email },
      admin,
    )
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { email, role: 'compliance_officer', is_active: true, has_joined: false, kyc_reviews_count: 0 },
    })
    await expect(signIn(email)).rejects.toThrow('No active account')
    expect(await audited(body.id)).toEqual([
      {
        actor_id: admin.user.id,
        action: 'staff.invited',
        before: null,
        after: { role: 'compliance_officer' },
      },
    ])
    const token = await mailedToken(email)
    clock.passTime(2 * 24 * 60 * 60)
    expect((await call('passwordResetConfirm', { token, password: 'Password1!' })).body).toMatchObject({
      errors: { password: ['Please choose a stronger password.'] },
    })
    const choice = { token, password: 'Kayole-dance-2026!' }
    expect((await call('passwordResetConfirm', choice)).status).toBe(200)
    expect((await call('passwordResetConfirm', choice)).status).toBe(400)
    expect((await signIn(email, choice.password)).user).toMatchObject({ role: 'compliance_officer' })
  })

  test('is refused by the field for what is missing or taken', async () => {
    const admin = await signInAs('super_admin')
    expect((await invite({}, admin)).body.errors).toEqual({
      first_name: ['This field is required.'],
      last_name: ['This field is required.'],
      email: ['This field is required.'],
    })
    const known = await createPerson('dancer')
    const wrong = { first_name: 'A', last_name: 'B', email: known.email, role: 'dancer' }
    expect((await invite(wrong, admin)).body.errors).toHaveProperty('role')
    const unseen = { first_name: 'A\u200b', last_name: '\u200b', email: newcomer().email }
    expect((await invite(unseen, admin)).body.errors).toEqual({
      first_name: ['Please leave out characters that cannot be seen.'],
      last_name: ['This field is required.'],
    })
    expect((await invite({ ...wrong, role: 'super_admin' }, admin)).body.errors).toEqual({
      email: ['A user with this email already exists.'],
    })
    expect((await invite({ ...wrong, role: undefined, email: 'no address' }, admin)).status).toBe(400)
  })
})

describe('deactivation', () => {
  test('ends sessions and sign-ins at once, is on record, and activation takes it back', async () => {
    const admin = await signInAs('super_admin')
    const officer = await signInAs('compliance_officer')
    expect(await turn('deactivateStaff', officer.user.id, admin)).toMatchObject({
      status: 200,
      body: { id: officer.user.id, is_active: false },
    })
    await expect(signIn(officer.user.email)).rejects.toThrow('No active account')
    expect((await call('refresh', { refresh: officer.refresh })).status).toBe(401)
    const sessions = await rows(db(), 'SELECT revoked_reason FROM session WHERE user_id = $1', [
      officer.user.id,
    ])
    expect(sessions).toEqual([{ revoked_reason: 'deactivated' }])
    expect((await turn('deactivateStaff', officer.user.id, admin)).status).toBe(200)
    expect(await turn('activateStaff', officer.user.id, admin)).toMatchObject({ body: { is_active: true } })
    expect((await signIn(officer.user.email)).user.id).toBe(officer.user.id)
    expect(await audited(officer.user.id)).toEqual([
      {
        actor_id: admin.user.id,
        action: 'staff.deactivated',
        before: { is_active: true },
        after: { is_active: false },
      },
      {
        actor_id: admin.user.id,
        action: 'staff.activated',
        before: { is_active: false },
        after: { is_active: true },
      },
    ])
  })

  test('is never of oneself, of nobody else than staff, and of nobody who is not there', async () => {
    const admin = await signInAs('super_admin')
    const dancer = await createPerson('dancer')
    expect(await turn('deactivateStaff', admin.user.id, admin)).toMatchObject({
      status: 403,
      body: { code: 'own_account' },
    })
    expect((await turn('deactivateStaff', dancer.id, admin)).status).toBe(404)
    expect((await turn('activateStaff', newId(), admin)).status).toBe(404)
  })

  test('of two super admins by each other at once leaves one', async () => {
    await emptyDesk()
    const [one, other] = [await createPerson('super_admin'), await createPerson('super_admin')]
    const outcomes = await Promise.allSettled([
      deactivateStaff({ id: other.id, by: one, address: '' }),
      deactivateStaff({ id: one.id, by: other, address: '' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const left = await rows(db(), `SELECT id FROM app_user WHERE role = 'super_admin' AND is_active`)
    expect(left).toHaveLength(1)
  })

  test('of everybody by everybody at once leaves one', async () => {
    await emptyDesk()
    const admins = await Promise.all(Array.from({ length: 5 }, () => createPerson('super_admin')))
    const pairs = admins.flatMap((by) =>
      admins.filter(({ id }) => id !== by.id).map(({ id }) => ({ id, by, address: '' })),
    )
    await Promise.allSettled(pairs.map(deactivateStaff))
    const left = await rows(db(), `SELECT id FROM app_user WHERE role = 'super_admin' AND is_active`)
    expect(left).toHaveLength(1)
  })
})

test('officers and members have no part in it', async () => {
  const officer = await signInAs('compliance_officer')
  const route = await loadRoute(contract.admin.staff)
  expect((await send(route.GET, { access: officer.access })).status).toBe(403)
  expect((await invite({ first_name: 'A' }, officer)).status).toBe(403)
  expect((await turn('deactivateStaff', newId(), officer)).status).toBe(403)
})
