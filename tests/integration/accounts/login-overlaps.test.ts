// What ends all sessions of an account ends also the one of a login that had begun before (docs/api.md, Accounts and tokens).
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import { createLink } from '#lib/domain/accounts/mailed-links.ts'
import { resetPassword } from '#lib/domain/accounts/reset-password.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { confirmEnrolment } from '#lib/domain/accounts/second-factor/enrol.ts'
import { deleteAccount } from '#lib/domain/profiles/delete-account.ts'
import { activateStaff, deactivateStaff } from '#lib/domain/staff/commands.ts'
import { call, setUpAccounts } from '#tests/support/accounts.ts'
import { codeOf, staffWithApp } from '#tests/support/authenticator.ts'
import { actorOf, overlapped } from '#tests/support/overlaps.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { newAddress } from '#tests/support/send.ts'

setUpAccounts()
let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})

const address = '10.1.1.1'
const signIn = (email: string, code?: string) =>
  login({ email, password, address: newAddress(), userAgent: 'another phone', ...(code && { code }) })
const sessionsOf = ({ user }: SignedIn) => ({
  text: 'SELECT FROM session WHERE user_id = $1 FOR UPDATE',
  values: [user.id],
})

async function liveSessions({ user }: SignedIn): Promise<number> {
  const row = await firstRow<{ count: number }>(
    db(),
    'SELECT count(*)::int FROM session WHERE user_id = $1 AND revoked_at IS NULL',
    [user.id],
  )
  return row?.count ?? -1
}

const refused = { name: 'LoginRefusedError', code: 'no_active_account' }

describe('a login that overlaps', () => {
  test('a password reset is refused, for its password is not the account’s any more', async () => {
    const person = await signInAs('dancer')
    const token = (await createLink(person.user.id, 'reset_password', now())) ?? ''
    const { second } = await overlapped(
      sessionsOf(person),
      () => resetPassword({ token, password: 'Another-Passphrase-7', address }),
      () => signIn(person.user.email),
    )
    expect(second).toMatchObject(refused)
    expect(await liveSessions(person)).toBe(0)
  })

  test('a deactivation of staff is refused, and leaves nothing that an activation brings back', async () => {
    const officer = await signInAs('compliance_officer')
    const change = { id: officer.user.id, by: admin.user, address }
    const { second } = await overlapped(
      sessionsOf(officer),
      () => deactivateStaff(change),
      () => signIn(officer.user.email),
    )
    expect(second).toMatchObject(refused)
    await activateStaff(change)
    expect(await liveSessions(officer)).toBe(0)
  })

  test('a deactivation of a dancer is refused', async () => {
    const person = await signInAs('dancer')
    const params = { id: person.user.id }
    const { second } = await overlapped(
      sessionsOf(person),
      () => ask(contract.admin.deactivateUser, admin, { params, body: { reason: 'Another dances.' } }),
      () => signIn(person.user.email),
    )
    expect(second).toMatchObject(refused)
    expect(await liveSessions(person)).toBe(0)
  })

  test('the closing of the account is refused', async () => {
    const person = await signInAs('dancer')
    const actor = await actorOf(person)
    const { second } = await overlapped(
      sessionsOf(person),
      () => deleteAccount({ actor, password, address }),
      () => signIn(person.user.email),
    )
    expect(second).toMatchObject(refused)
    expect(await liveSessions(person)).toBe(0)
  })

  test('a reset of the authenticator app is asked again, for nothing is proven by the former one', async () => {
    const officer = await staffWithApp('compliance_officer')
    const params = { id: officer.user.id }
    expect((await ask(contract.admin.resetSecondFactor, admin, { params })).status).toBe(202)
    const second = await signInAs('super_admin')
    const { first, second: answer } = await overlapped(
      {
        text: 'SELECT FROM second_factor_reset WHERE user_id = $1 FOR UPDATE',
        values: [officer.user.id],
      },
      () => ask(contract.admin.approveSecondFactorReset, second, { params }),
      () => signIn(officer.email, officer.recovery[0]),
    )
    expect(first).toMatchObject({ status: 200 })
    expect(answer).toMatchObject({ name: 'SecondFactorRequiredError', code: 'second_factor_required' })
    expect(await liveSessions(officer)).toBe(0)
  })

  test('the setting up of an authenticator app is asked for its code', async () => {
    const officer = await signInAs('compliance_officer')
    const { body } = await call('beginSecondFactor', {}, { access: officer.access })
    const actor = await actorOf(officer)
    const { second } = await overlapped(
      sessionsOf(officer),
      () => confirmEnrolment({ actor, code: codeOf(String(body.secret)), address }),
      () => signIn(officer.user.email),
    )
    expect(second).toMatchObject({ name: 'SecondFactorRequiredError' })
    expect(await liveSessions(officer)).toBe(1)
  })
})
