// Two super admins together make somebody set up a new authenticator app (docs/decisions/0016); one alone has a command.

import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, rows } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { call, mailsWhenQuiet, setUpAccounts } from '#tests/support/accounts.ts'
import { staffWithApp } from '#tests/support/authenticator.ts'
import { mailsTo, untilMailed } from '#tests/support/mailbox.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { type RunOptions, runCommand } from '#tests/support/run-command.ts'

setUpAccounts()

type Who = { access: string }
const reset = (id: string, by: Who) => ask(contract.admin.resetSecondFactor, by, { params: { id } })
const approve = (id: string, by: Who) => ask(contract.admin.approveSecondFactorReset, by, { params: { id } })
const reject = (id: string, by: Who) => ask(contract.admin.rejectSecondFactorReset, by, { params: { id } })
const signIn = (email: string) => call('login', { email, password })
const audited = (id: string) =>
  rows(
    db(),
    `SELECT actor_id, action, after FROM audit_event WHERE subject_id = $1 AND action LIKE 'staff.%' ORDER BY id`,
    [id],
  )
const admins = () => Promise.all([signInAs('super_admin'), signInAs('super_admin')])

describe('a reset', () => {
  test('waits for a second super admin; then app and sessions end, by mail and on record', async () => {
    const [first, second] = await admins()
    const officer = await staffWithApp('compliance_officer')
    const { id } = officer.user
    const asked = await reset(id, first)
    const waiting = { requested_by: first.user.username, requested_at: expect.stringMatching(/Z$/) }
    expect(asked).toMatchObject({
      status: 202,
      body: { id, has_second_factor: true, second_factor_reset: { ...waiting, can_approve: false } },
    })
    expect((await untilMailed(officer.email)).subject).toContain('asked to reset')
    // Again: nothing changes, and nobody is mailed twice.
    expect((await reset(id, second)).body.second_factor_reset).toEqual({
      ...waiting,
      can_approve: true,
      is_requester_gone: false,
    })
    expect(await approve(id, first)).toMatchObject({ status: 403, body: { code: 'same_person' } })
    expect((await signIn(officer.email)).body).toMatchObject({ code: 'second_factor_required' })
    expect((await call('refresh', { refresh: officer.refresh })).status).toBe(200)

    expect(await approve(id, second)).toMatchObject({
      status: 200,
      body: { id, has_second_factor: false, second_factor_reset: null },
    })
    expect((await untilMailed(officer.email, 2)).subject).toContain('authenticator app was reset')
    expect((await ask(contract.compliance.stats, officer)).status).toBe(401)
    expect((await approve(id, second)).status).toBe(404)
    expect((await signIn(officer.email)).status).toBe(200)
    expect(await audited(id)).toEqual([
      { actor_id: first.user.id, action: 'staff.second_factor_reset_asked', after: null },
      {
        actor_id: second.user.id,
        action: 'staff.second_factor_reset',
        after: { requested_by: first.user.id },
      },
    ])
    expect(await mailsWhenQuiet(officer.email)).toBe(2)
    // Nothing left to forget: nothing waits.
    expect((await reset(id, first)).body).toMatchObject({ second_factor_reset: null })
  })

  test('is made once where two confirm it at the same moment', async () => {
    const [first, second] = await admins()
    const third = await signInAs('super_admin')
    const { user } = await staffWithApp('compliance_officer')
    await reset(user.id, first)
    const answers = await Promise.all([approve(user.id, second), approve(user.id, third)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('is called off by either, and can be asked for again', async () => {
    const [first, second] = await admins()
    const { user, email } = await staffWithApp('super_admin')
    for (const by of [first, second]) {
      await reset(user.id, first)
      expect(await reject(user.id, by)).toMatchObject({
        status: 200,
        body: { has_second_factor: true, second_factor_reset: null },
      })
    }
    expect((await approve(user.id, second)).status).toBe(404)
    expect((await reject(user.id, second)).status).toBe(404)
    expect((await signIn(email)).status).toBe(403)
    expect((await audited(user.id)).map(({ action }) => action)).toEqual([
      'staff.second_factor_reset_asked',
      'staff.second_factor_reset_rejected',
      'staff.second_factor_reset_asked',
      'staff.second_factor_reset_rejected',
    ])
  })

  test('is never of oneself, nor of others than staff, nor by officers, nor for who is no super admin any more', async () => {
    const [first, second] = await admins()
    const owner = await staffWithApp('super_admin')
    const officer = await staffWithApp('compliance_officer')
    const dancer = await createPerson('dancer')
    expect(await reset(owner.user.id, owner)).toMatchObject({ status: 403, body: { code: 'own_account' } })
    expect((await reset(dancer.id, first)).status).toBe(404)
    for (const call of [reset, approve, reject]) expect((await call(owner.user.id, officer)).status).toBe(403)
    await reset(owner.user.id, first)
    expect(await approve(owner.user.id, owner)).toMatchObject({ status: 403, body: { code: 'own_account' } })
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [first.user.id])
    expect(await approve(owner.user.id, second)).toMatchObject({
      status: 409,
      body: { code: 'requester_gone' },
    })
    expect((await reset(owner.user.id, second)).body.second_factor_reset).toMatchObject({
      can_approve: false,
      is_requester_gone: true,
    })
  })

  test('by two is what the database asks for as well', async () => {
    const [first] = await admins()
    const { user } = await staffWithApp('compliance_officer')
    await reset(user.id, first)
    await expect(
      db().query(
        `UPDATE second_factor_reset SET state = 'completed', decided_by = requested_by, decided_at = now()
         WHERE user_id = $1`,
        [user.id],
      ),
    ).rejects.toThrow('second_factor_reset_by_two')
  })
})

describe('npm run staff:reset-second-factor', () => {
  const run = async (args: readonly string[], options?: RunOptions) => {
    const { code, told } = await runCommand('reset-second-factor', args, options)
    return { code, database: told[0] ?? '', told: told.slice(1).join('\n') }
  }
  const database = `In the database ${databaseName()}:`

  test('resets an app where one is alone: on record, by mail, and what waited is called off', async () => {
    const [first, second] = await admins()
    const owner = await staffWithApp('super_admin')
    await reset(owner.user.id, first)
    expect(await run([owner.email.toUpperCase()], { isOwnProcess: true })).toEqual({
      code: 0,
      database,
      told: 'The authenticator app was reset: all devices are signed out, and a mail tells its owner.',
    })
    expect((await call('refresh', { refresh: owner.refresh })).status).toBe(401)
    expect((await signIn(owner.email)).status).toBe(200)
    expect((await approve(owner.user.id, second)).status).toBe(404)
    expect((await audited(owner.user.id)).at(-1)).toEqual({
      actor_id: null,
      action: 'staff.second_factor_reset',
      after: { by: 'command' },
    })
    await untilMailed(owner.email, 2)
    expect((await mailsTo(owner.email)).at(-1)?.subject).toContain('authenticator app was reset')
    expect(await run([owner.email])).toEqual({
      code: 1,
      database,
      told: 'This account has no authenticator app. Nothing was changed.',
    })
  })

  test('says what is wrong, and changes nothing', async () => {
    const dancer = await createPerson('dancer')
    expect(await run([dancer.email])).toEqual({
      code: 1,
      database,
      told: 'Nobody of the staff has this email. Nothing was changed.',
    })
    expect(await run([])).toEqual({
      code: 1,
      database,
      told: 'Say whose: npm run staff:reset-second-factor -- email',
    })
  })
})
