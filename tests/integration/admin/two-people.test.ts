// Two people are two (docs/decisions/0011): nobody agrees with themselves through an account that they have just made, in pieces,
// or by moving the line and putting it back.
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Queryable, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'
import { approvePayout } from '#lib/domain/payouts/approve.ts'
import { forgetSettings, readSettings } from '#lib/domain/settings/queries.ts'
import { activateStaff } from '#lib/domain/staff/commands.ts'
import { inviteStaff } from '#lib/domain/staff/invite.ts'
import { approveTransfer } from '#lib/domain/transfers/commands.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { admins, decide, listed, revenueToPrizes, setUpTransfers } from '#tests/support/transfers.ts'

setUpTransfers()
const WEEK = 7 * 24 * 3_600

async function ask(
  call: Call,
  access: string,
  sent: { params?: Record<string, string>; body?: unknown } = {},
) {
  const route = await loadRoute(call)
  const response = await send(route[call.method], { method: call.method, access, ...sent })
  return { status: response.status, body: await response.json() }
}

const invite = (by: { access: string }, role = 'super_admin') =>
  ask(contract.admin.inviteStaff, by.access, {
    body: { first_name: 'Wanja', last_name: newId().slice(-8), email: `${newId()}@ngoma.test`, role },
  })
const activate = (id: string, by: { access: string }) =>
  ask(contract.admin.activateStaff, by.access, { params: { id } })
const mailsTo = (id: string) =>
  rows(
    db(),
    `SELECT 1 FROM outbox WHERE name = 'mail-link' AND payload ->> 'email' = (SELECT email FROM app_user WHERE id = $1)`,
    [id],
  )

/** As if one of the admins had brought the other to the desk so long ago. */
async function broughtIn(agoSeconds: number): Promise<void> {
  await db().query(
    `INSERT INTO staff_invitation (user_id, invited_by, invited_at, confirmed_at) VALUES ($1, $2, $3, $3)
      ON CONFLICT (user_id) DO UPDATE SET confirmed_at = EXCLUDED.confirmed_at`,
    [admins.second.user.id, admins.first.user.id, addSeconds(now(), -agoSeconds)],
  )
}

/** Somebody of the desk who has no session in these tests. */
const who = (id: string) => ({ by: { id }, address: '10.1.1.1' })
const newAdmin = () => ({
  first_name: 'Wanja',
  last_name: newId().slice(-8),
  email: `${newId()}@ngoma.test`,
  role: 'super_admin' as const,
})
/** As if they had been let in seven days ago. */
const aWeekLater = (id: string) =>
  db().query('UPDATE staff_invitation SET confirmed_at = $2 WHERE user_id = $1', [
    id,
    addSeconds(now(), -WEEK),
  ])
const areTwoPeople = async (on: Queryable, one: string, other: string) =>
  (await standingOf(on, one, [other])).confirmable.has(other)
const notTwo = { name: 'RuleError', code: 'not_two_people', status: 403 }

describe('whoever has been let in less than seven days ago', () => {
  test('makes no second person of one who has several accounts', async () => {
    const owner = admins.first.user.id
    const { body: second } = await invite(admins.first)
    expect((await activate(second.id, admins.second)).status).toBe(200)
    const third = await inviteStaff({ ...newAdmin(), ...who(second.id) })
    expect(await activate(third.id, admins.first)).toMatchObject({ status: 403, body: { code: notTwo.code } })
    await aWeekLater(second.id)
    expect((await activate(third.id, admins.first)).status).toBe(200)

    const { body: transfer } = await revenueToPrizes(60_000)
    const confirm = () => approveTransfer({ id: transfer.id, ...who(third.id) })
    await expect(confirm()).rejects.toMatchObject(notTwo)
    expect([await areTwoPeople(db(), owner, third.id), await areTwoPeople(db(), third.id, owner)]).toEqual([
      false,
      false,
    ])
    await aWeekLater(third.id)
    expect(await confirm()).toMatchObject({ status: 'completed' })
  })

  test('lets nobody in whom the first super admin has invited, unless nobody else is there', async () => {
    const founder = admins.first.user.id
    await db().query(`UPDATE app_user SET is_active = false WHERE role = 'super_admin' AND id <> $1`, [
      founder,
    ])
    const second = await inviteStaff({ ...newAdmin(), ...who(founder) })
    expect(second).toMatchObject({ is_active: true })
    const third = await inviteStaff({ ...newAdmin(), ...who(founder) })
    expect(third).toMatchObject({ is_active: false, awaits_confirmation: true })
    const letIn = (by: string) => activateStaff({ id: third.id, ...who(by) })
    await expect(letIn(second.id)).rejects.toMatchObject(notTwo)
    await expect(letIn(founder)).rejects.toMatchObject({ code: 'second_person' })

    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [founder])
    expect(await letIn(second.id)).toMatchObject({ is_active: true })
    expect(await areTwoPeople(db(), second.id, third.id)).toBe(false)
    await aWeekLater(second.id)
    expect(await areTwoPeople(db(), second.id, third.id)).toBe(false)
    await aWeekLater(third.id)
    expect(await areTwoPeople(db(), second.id, third.id)).toBe(true)
    await db().query('UPDATE app_user SET is_active = true WHERE id = ANY($1)', [
      [founder, admins.second.user.id],
    ])
  })
})

describe('a new super admin', () => {
  test('is let in by another than the inviter, and is mailed only then', async () => {
    const { status, body } = await invite(admins.first)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { is_active: false, awaits_confirmation: true, invited_by: admins.first.user.username },
    })
    expect(await mailsTo(body.id)).toEqual([])
    expect(await activate(body.id, admins.first)).toMatchObject({
      status: 403,
      body: { code: 'second_person' },
    })
    expect(await activate(body.id, admins.second)).toMatchObject({
      status: 200,
      body: { is_active: true, awaits_confirmation: false },
    })
    const audited = await rows(
      db(),
      `SELECT actor_id, action FROM audit_event WHERE subject_id = $1 ORDER BY id`,
      [body.id],
    )
    expect(audited).toEqual([
      { actor_id: admins.first.user.id, action: 'staff.invited' },
      { actor_id: admins.second.user.id, action: 'staff.confirmed' },
    ])
  })

  test('needs nobody’s confirmation where there is nobody else, and not at once after the others were sent away', async () => {
    const others = `role = 'super_admin' AND id <> $1`
    const gone = await createPerson('super_admin')
    await db().query(`UPDATE app_user SET is_active = false WHERE ${others}`, [admins.first.user.id])
    expect((await invite(admins.first)).body).toMatchObject({ is_active: true, awaits_confirmation: false })
    await db().query(
      `INSERT INTO audit_event (actor_id, action, subject_type, subject_id) VALUES ($1, 'staff.deactivated', 'user', $2)`,
      [admins.first.user.id, gone.id],
    )
    expect((await invite(admins.first)).body).toMatchObject({ is_active: false, awaits_confirmation: true })
    // Otherwise the deactivation would count for a week.
    await db().query(`UPDATE app_user SET role = 'dancer' WHERE id = $1`, [gone.id])
    await db().query(`UPDATE app_user SET is_active = true WHERE id = $1`, [admins.second.user.id])
  })

  test('an officer starts at once: officers approve no money', async () => {
    expect((await invite(admins.first, 'compliance_officer')).body).toMatchObject({
      is_active: true,
      awaits_confirmation: false,
    })
  })
})

describe('whoever has invited somebody', () => {
  test('is no second person for them within seven days, in either direction', async () => {
    const [one, other] = [admins.first.user.id, admins.second.user.id]
    await broughtIn(WEEK - 60)
    expect([await areTwoPeople(db(), one, other), await areTwoPeople(db(), other, one)]).toEqual([
      false,
      false,
    ])
    expect(await areTwoPeople(db(), one, one)).toBe(false)
    await broughtIn(WEEK + 60)
    expect([await areTwoPeople(db(), one, other), await areTwoPeople(db(), other, one)]).toEqual([true, true])
  })

  test('has their transfers confirmed by somebody else', async () => {
    await broughtIn(60)
    const { body } = await revenueToPrizes(60_000)
    const asSeenBy = async (by: typeof admins.first) => {
      const found = (await listed({ status: 'waiting' }, by)).find(({ id }) => id === body.id)
      return found && [found.is_own, found.can_approve]
    }
    expect(await asSeenBy(admins.first)).toEqual([true, false])
    expect(await asSeenBy(admins.second)).toEqual([false, false])
    expect(await decide('approveTransfer', body.id, admins.second)).toMatchObject({
      status: 403,
      body: { code: 'not_two_people' },
    })
    await broughtIn(WEEK + 60)
    expect(await asSeenBy(admins.second)).toEqual([false, true])
    expect(await decide('approveTransfer', body.id, admins.second)).toMatchObject({ status: 200 })
  })

  test('does not make two of a withdrawal', async () => {
    await broughtIn(60)
    const owner = await createPerson('dancer')
    const id = newId()
    await db().query(`SELECT open_account('dancer', $1)`, [owner.id])
    await db().query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, approve_after)
        SELECT $1, $2, $3, a.id, 6000000, '254712345678', now() FROM account a WHERE a.owner_id = $3`,
      [id, `W${id.slice(-9)}`, owner.id],
    )
    const asSeenBy = async (by: { access: string }) =>
      (await ask(contract.adminPayments.detail, by.access, { params: { id } })).body
    expect(await asSeenBy(admins.second)).toMatchObject({ kind: 'payout', can_approve: false })
    expect(await asSeenBy(admins.first)).toMatchObject({ kind: 'payout', can_approve: true })
    // Refused also as the first approval: it would stand, and nobody could make two of it.
    await expect(approvePayout(admins.second.user.id, id)).rejects.toMatchObject({ code: 'not_two_people' })
    expect(await approvePayout(admins.first.user.id, id)).toBe(1)
    await expect(approvePayout(admins.second.user.id, id)).rejects.toMatchObject({ code: 'not_two_people' })
    const third = await signInAs('super_admin')
    expect(await approvePayout(third.user.id, id)).toBe(2)
    await asOwner(async (owner) => {
      await owner.query('DELETE FROM payout_approval WHERE payout_id = $1', [id])
      await owner.query('DELETE FROM payout WHERE id = $1', [id])
    })
    await broughtIn(WEEK + 60)
  })
})

describe('what one person moves alone', () => {
  test('is counted over a day, however it is cut up', async () => {
    expect(await revenueToPrizes(30_000)).toMatchObject({ status: 200, body: { status: 'completed' } })
    const { body } = await ask(contract.admin.wallets, admins.first.access)
    expect(body).toMatchObject({ second_approval_above: 50_000, moved_alone: 30_000 })
    expect(await revenueToPrizes(20_000.01)).toMatchObject({ status: 202, body: { status: 'waiting' } })
    expect(await revenueToPrizes(20_000)).toMatchObject({ status: 200 })
    expect(await revenueToPrizes(0.01)).toMatchObject({ status: 202 })
  })

  test('stays under the line also where two pieces come at once', async () => {
    const both = await Promise.all([revenueToPrizes(50_000), revenueToPrizes(50_000)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 202])
  })
})

describe('a setting of money', () => {
  const patch = (name: string, value: number, version: number, by = admins.first) =>
    ask(contract.settings.change, by.access, { body: { name, value, version } })
  const decideProposal = (word: 'approve' | 'reject', id: string, by: { access: string }) =>
    ask(contract.settings[word], by.access, { params: { id } })
  const versionOf = async (name: string) => {
    const { body } = await ask(contract.settings.list, admins.first.access)
    return body.results.find((one: { name: string }) => one.name === name).version
  }

  test('is proposed by one and confirmed by another, and only then in force', async () => {
    const name = 'transfer_second_approval_above'
    const before = (await readSettings())[name]
    const { status, body } = await patch(name, 90_000_000, 0)
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { value: before, takes_two: true, proposal: { value: 90_000_000, can_confirm: false } },
    })
    forgetSettings()
    expect((await readSettings())[name]).toBe(before)
    expect(await patch(name, 1, 0)).toMatchObject({ status: 409, body: { code: 'proposal_open' } })
    expect(await decideProposal('approve', body.proposal.id, admins.first)).toMatchObject({
      status: 403,
      body: { code: 'own_proposal' },
    })
    await broughtIn(60)
    expect(await decideProposal('approve', body.proposal.id, admins.second)).toMatchObject({
      status: 403,
      body: { code: 'not_two_people' },
    })
    await broughtIn(WEEK + 60)
    const both = await Promise.all(
      [1, 2].map(() => decideProposal('approve', body.proposal.id, admins.second)),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect(both.find((one) => one.status === 200)?.body).toMatchObject({ value: 90_000_000, proposal: null })
    expect((await readSettings())[name]).toBe(90_000_000)
    const back = await patch(name, before, await versionOf(name), admins.second)
    await decideProposal('approve', back.body.proposal.id, admins.first)
    expect((await readSettings())[name]).toBe(before)
  })

  test('can be called off, by its own too, and is then as it was', async () => {
    const name = 'payout_second_approval_above'
    const { body } = await patch(name, 10, await versionOf(name))
    expect(await decideProposal('reject', body.proposal.id, admins.first)).toMatchObject({
      status: 200,
      body: { value: 50_000, proposal: null },
    })
    expect(await decideProposal('approve', body.proposal.id, admins.second)).toMatchObject({ status: 409 })
  })

  test('holds nothing that is not shown, in whatever order the two are moved', async () => {
    const hold = await patch('fraud_hold_score', 39, 0)
    expect(hold).toMatchObject({
      status: 400,
      body: { errors: { value: ['Choose at least 40. Gifts that are held must also be shown.'] } },
    })
    expect(await patch('fraud_show_score', 81, 0)).toMatchObject({
      status: 400,
      body: { errors: { value: ['Choose at most 80. Gifts that are held must also be shown.'] } },
    })
    // Proposed when it fitted, and no longer when it is confirmed.
    const proposed = await patch('fraud_hold_score', 45, 0)
    expect((await patch('fraud_show_score', 60, 0)).status).toBe(200)
    expect(await decideProposal('approve', proposed.body.proposal.id, admins.second)).toMatchObject({
      status: 400,
    })
    await decideProposal('reject', proposed.body.proposal.id, admins.second)
    expect((await patch('fraud_show_score', 40, 1)).status).toBe(200)
  })
})
