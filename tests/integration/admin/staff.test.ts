// Compliance staff (docs/api.md, Admin).
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import { resetPassword } from '#lib/domain/accounts/reset-password.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { isOnlySuperAdmin } from '#lib/domain/approvals/two-people.ts'
import { countWaiting } from '#lib/domain/overview/waiting.ts'
import { activateStaff, deactivateStaff, withdrawInvitation } from '#lib/domain/staff/commands.ts'
import { inviteStaff } from '#lib/domain/staff/invite.ts'
import { call, mailedToken, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
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
/** Whom to invite, with a name and an email of their own. */
const newStaff = (role: string) => {
  const { email } = newcomer()
  return { first_name: 'Otieno', last_name: email.slice(9, 21), email, role }
}
/** Leaves only those at the desk whom the test signs in afterwards. A deactivated super admin would count for seven more days. */
const emptyDesk = () =>
  db().query(
    `UPDATE app_user SET is_active = false, role = 'dancer' WHERE role IN ('super_admin', 'compliance_officer')`,
  )

describe('the list', () => {
  test('has officers and super admins as documented, the active ones first, with what they have done', async () => {
    await emptyDesk()
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
      is_inviter_gone: false,
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

describe('whose invitation is withdrawn', () => {
  const newAdmin = () => ({ ...newStaff('super_admin'), role: 'super_admin' as const, address: '' })

  test('was nobody beside who is alone, where they have invited them themselves', async () => {
    await emptyDesk()
    const by = await createPerson('super_admin')
    const { id } = await inviteStaff({ ...newAdmin(), by })
    expect(await isOnlySuperAdmin(db(), by.id)).toBe(false)
    await withdrawInvitation({ id, by, address: '' })
    expect(await isOnlySuperAdmin(db(), by.id)).toBe(true)
  })

  test('was somebody for seven more days where another has: nobody becomes the only one by it', async () => {
    await emptyDesk()
    const [by, inviter] = [await createPerson('super_admin'), await createPerson('super_admin')]
    const { id } = await inviteStaff({ ...newAdmin(), by: inviter })
    await activateStaff({ id, by, address: '' })
    // As where the inviter has left long ago.
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [inviter.id])
    await withdrawInvitation({ id, by, address: '' })
    expect(await isOnlySuperAdmin(db(), by.id)).toBe(false)
    expect(await inviteStaff({ ...newAdmin(), by })).toMatchObject({ awaits_confirmation: true })
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
    await expect(signIn(email)).rejects.toThrow('don’t match an account')
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
      first_name: ['Please remove invisible characters.'],
      last_name: ['This field is required.'],
    })
    expect((await invite({ ...wrong, role: 'super_admin' }, admin)).body.errors).toEqual({
      email: ['This email already has an account.'],
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
    await expect(signIn(officer.user.email)).rejects.toThrow('don’t match an account')
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

const withdraw = (id: string, by: { access: string }) =>
  ask(contract.admin.withdrawInvitation, by, { params: { id }, address: '10.4.4.4' })
const choose = (token: string) => call('passwordResetConfirm', { token, password: 'Kayole-dance-2026!' })

describe('an invitation that is withdrawn', () => {
  test('of a new super admin waits for nobody any more, and is on record', async () => {
    const [admin, other] = [await signInAs('super_admin'), await signInAs('super_admin')]
    const person = newStaff('super_admin')
    const before = (await countWaiting()).staff
    const { body: invited } = await invite(person, admin)
    expect(invited).toMatchObject({ is_active: false, awaits_confirmation: true })
    expect((await countWaiting()).staff).toBe(before + 1)
    expect((await withdraw(invited.id, other)).status).toBe(204)
    expect((await countWaiting()).staff).toBe(before)
    expect((await list(admin.access, { search: person.email })).length).toBe(0)
    expect(await audited(invited.id)).toEqual([
      { actor_id: admin.user.id, action: 'staff.invited', before: null, after: { role: 'super_admin' } },
      { actor_id: other.user.id, action: 'staff.withdrawn', before: null, after: { role: 'super_admin' } },
    ])
    expect((await withdraw(invited.id, other)).status).toBe(404)
    expect((await turn('activateStaff', invited.id, other)).status).toBe(404)
    // Also the same address, where the person was the wrong one.
    expect((await invite(person, admin)).status).toBe(201)
  })

  test('frees the name for the right address, and its link works no more', async () => {
    const admin = await signInAs('super_admin')
    const wrong = newStaff('compliance_officer')
    const { body: invited } = await invite(wrong, admin)
    const token = await mailedToken(wrong.email)
    const right = { ...wrong, email: newcomer().email }
    // Whoever deactivates first, as one had to before, withdraws it as well.
    await turn('deactivateStaff', invited.id, admin)
    expect((await invite(right, admin)).body.errors).toEqual({
      username: ['This username is taken. Please choose another one.'],
    })
    expect((await withdraw(invited.id, admin)).status).toBe(204)
    expect((await choose(token)).status).toBe(400)
    await expect(signIn(wrong.email)).rejects.toThrow('don’t match an account')
    expect((await invite(right, admin)).status).toBe(201)
    expect((await choose(await mailedToken(right.email))).status).toBe(200)
  })

  test('is never of who has joined, of oneself, or of others than staff, and by super admins alone', async () => {
    const admin = await signInAs('super_admin')
    const officer = await signInAs('compliance_officer')
    const dancer = await createPerson('dancer', { isEmailVerified: false })
    expect(await withdraw(officer.user.id, admin)).toMatchObject({
      status: 409,
      body: { code: 'has_joined' },
    })
    expect(await withdraw(admin.user.id, admin)).toMatchObject({ status: 403, body: { code: 'own_account' } })
    expect((await withdraw(dancer.id, admin)).status).toBe(404)
    const { body: invited } = await invite(newStaff('compliance_officer'), admin)
    expect((await withdraw(invited.id, officer)).status).toBe(403)
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [admin.user.id])
    const gone = withdrawInvitation({ id: invited.id, by: admin.user, address: '' })
    await expect(gone).rejects.toMatchObject({ name: 'ForbiddenError' })
  })

  describe('at the moment in which its link is used', () => {
    async function invitedWithLink() {
      const admin = await signInAs('super_admin')
      const person = newStaff('compliance_officer')
      const { body } = await invite(person, admin)
      return { id: String(body.id), admin, token: await mailedToken(person.email) }
    }
    const use = (token: string) => resetPassword({ token, password: 'Kayole-dance-2026!', address: '' })

    test('is refused where the link came first', async () => {
      const { id, admin, token } = await invitedWithLink()
      const { first, second } = await overlapped(
        { text: 'SELECT FROM app_user WHERE id = $1 FOR UPDATE', values: [id] },
        () => use(token),
        () => withdrawInvitation({ id, by: admin.user, address: '' }),
      )
      expect(first).toHaveProperty('device_token')
      expect(second).toMatchObject({ code: 'has_joined' })
    })

    test('ends the link where that came second', async () => {
      const { id, admin, token } = await invitedWithLink()
      const { first, second } = await overlapped(
        { text: 'LOCK TABLE audit_event IN SHARE MODE' },
        () => withdrawInvitation({ id, by: admin.user, address: '' }),
        () => use(token),
      )
      expect(first).toBeUndefined()
      expect(second).toMatchObject({ name: 'LinkRefusedError' })
      const [account] = await rows(db(), 'SELECT is_active, is_email_verified FROM app_user WHERE id = $1', [
        id,
      ])
      expect(account).toEqual({ is_active: false, is_email_verified: false })
    })
  })
})

test('officers and members have no part in it', async () => {
  const officer = await signInAs('compliance_officer')
  const route = await loadRoute(contract.admin.staff)
  expect((await send(route.GET, { access: officer.access })).status).toBe(403)
  expect((await invite({ first_name: 'A' }, officer)).status).toBe(403)
  expect((await turn('deactivateStaff', newId(), officer)).status).toBe(403)
})
