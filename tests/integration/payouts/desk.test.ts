// What super admins do about the queue of withdrawals, through its calls: say yes, let it go on, look into contradictions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { approvePayout as approvePayoutAs } from '#lib/domain/payouts/approve.ts'
import { lockPayout } from '#lib/domain/payouts/rows.ts'
import { failPayout } from '#lib/domain/payouts/settle.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { activateStaff, deactivateStaff } from '#lib/domain/staff/commands.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  sentPayout,
  tellResult,
  untilPayout,
  walletWithHold,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask, auditOf } from '#tests/support/review.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [first, second] = [await signInAs('super_admin'), await signInAs('super_admin')]
type By = typeof first

const ADDRESS = '10.1.2.3'
const { approvePayout, resumePayouts, acknowledgeAlert } = contract.adminPayments
const approve = (by: By, id: string) => ask(approvePayout, by, { params: { id }, address: ADDRESS })
const resume = (by: By) => ask(resumePayouts, by, { address: ADDRESS })
const acknowledge = (by: By, id: string) => ask(acknowledgeAlert, by, { params: { id }, address: ADDRESS })

beforeAll(async () => {
  await db().query(`INSERT INTO setting (key, value) VALUES ('payout_second_approval_above', '100')`)
  forgetSettings()
})
afterAll(forgetSettings)

/** A withdrawal of KES 120 out of 150, above the threshold, on its day of payment. */
async function waitingPayout() {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 120)
  await makeDue(reference)
  return { earner, reference, id: (await payoutOf(reference)).id }
}

/** Whether what was done and what is on record of it were written by one transaction. */
async function sameTransaction(done: string, subjectId: string, values: unknown[]): Promise<boolean> {
  const [audited, written] = await Promise.all([
    rows<{ by: string }>(
      db(),
      `SELECT xmin::text AS by FROM audit_event WHERE subject_id = $1 AND address = $2 ORDER BY id DESC LIMIT 1`,
      [subjectId, ADDRESS],
    ),
    rows<{ by: string }>(db(), done, values),
  ])
  return audited.length === 1 && written.length > 0 && written.every(({ by }) => by === audited[0]?.by)
}

test('above the threshold the first yes and the second send it, once; the same person’s again counts once', async () => {
  const { earner, reference, id } = await waitingPayout()
  const approval = 'SELECT xmin::text AS by FROM payout_approval WHERE payout_id = $1 AND officer_id = $2'
  expect(await approve(first, id)).toEqual({ status: 200, body: { approvals: 1, needed: 2 } })
  expect(await sameTransaction(approval, id, [id, first.user.id])).toBe(true)
  expect((await approve(first, id.toUpperCase())).body.approvals).toBe(1)
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'requested', is_held: true })
  expect(await approve(second, id)).toEqual({ status: 200, body: { approvals: 2, needed: 2 } })
  expect(await sameTransaction(approval, id, [id, second.user.id])).toBe(true)
  await workPayouts()
  await untilPayout(reference, 'paid')
  expect(await walletWithHold(earner.id)).toEqual({ posted: 3_000n, held: 0n })
  expect(ordersFor(money, earner.phone)).toHaveLength(1)
  expect(await approve(second, id)).toMatchObject({ status: 409, body: { code: 'not_waiting' } })
  expect(await auditOf(id)).toMatchObject([
    { action: 'payout.approved', actor_id: first.user.id, address: ADDRESS },
    { action: 'payout.approved', actor_id: second.user.id, address: ADDRESS },
  ])
})

/** The case as a super admin sees it. */
const shownTo = async (by: By, id: string) =>
  (await ask(contract.adminPayments.detail, by, { params: { id } })).body
const leave = (by: By) => deactivateStaff({ id: by.user.id, by: first.user, address: ADDRESS })

test('a yes of who is deactivated counts no more: it waits at the desk, and two others send it', async () => {
  const { earner, reference, id } = await waitingPayout()
  const leavers = [await signInAs('super_admin'), await signInAs('super_admin')]
  for (const by of leavers) await approve(by, id)
  expect(await shownTo(first, id)).not.toMatchObject({ status: 'payout_approval' })
  for (const by of leavers) await leave(by)
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'requested', is_held: true })
  expect(await shownTo(first, id)).toMatchObject({
    status: 'payout_approval',
    approvals: [],
    can_approve: true,
  })
  expect(await approve(first, id)).toEqual({ status: 200, body: { approvals: 1, needed: 2 } })
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
  expect((await shownTo(second, id)).approvals).toEqual([
    { id: first.user.id, username: first.user.username },
  ])
  expect(await approve(second, id)).toEqual({ status: 200, body: { approvals: 2, needed: 2 } })
  await workPayouts()
  await untilPayout(reference, 'paid')
  expect(ordersFor(money, earner.phone)).toHaveLength(1)
  expect(await walletWithHold(earner.id)).toEqual({ posted: 3_000n, held: 0n })
  // What is over shows who said yes to it, whoever works here still.
  expect((await shownTo(first, id)).approvals).toHaveLength(4)
})

test('nor does it count again because one super admin lets them back: two others send it', async () => {
  const { reference, id } = await waitingPayout()
  const leaver = await signInAs('super_admin')
  for (const by of [leaver, second]) await approve(by, id)
  await leave(leaver)
  await activateStaff({ id: leaver.user.id, by: second.user, address: ADDRESS })
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'requested', is_held: true })
  expect(await shownTo(first, id)).toMatchObject({
    status: 'payout_approval',
    approvals: [{ id: second.user.id }],
  })
  expect((await approve(first, id)).body.approvals).toBe(2)
  await workPayouts()
  await untilPayout(reference, 'paid')
})

test('a yes of who is an officer by now counts no more', async () => {
  const { reference, id } = await waitingPayout()
  const leaver = await signInAs('super_admin')
  for (const by of [leaver, first]) await approve(by, id)
  await db().query(`UPDATE app_user SET role = 'compliance_officer' WHERE id = $1`, [leaver.user.id])
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
  expect((await approve(second, id)).body.approvals).toBe(2)
  await workPayouts()
  await untilPayout(reference, 'paid')
})

test('who is deactivated while another says yes is none of the two', async () => {
  const { id } = await waitingPayout()
  const leaver = await signInAs('super_admin')
  await approve(leaver, id)
  const { first: left, second: approvals } = await overlapped(
    { text: 'LOCK TABLE audit_event IN SHARE MODE' },
    () => leave(leaver),
    () => approvePayoutAs(second.user.id, id),
  )
  expect(left).toMatchObject({ is_active: false })
  expect(approvals).toBe(1)
  await expect(approvePayoutAs(leaver.user.id, id)).rejects.toMatchObject({ name: 'ForbiddenError' })
})

test('one person ten times at once is one yes', async () => {
  const { reference, id } = await waitingPayout()
  const answers = await Promise.all(Array.from({ length: 10 }, () => approve(first, id)))
  expect(answers).toEqual(Array(10).fill({ status: 200, body: { approvals: 1, needed: 2 } }))
  expect(await auditOf(id)).toHaveLength(1)
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
})

test('neither its owner nor whose phone it goes to says yes', async () => {
  const { earner, id } = await waitingPayout()
  const receiver = await signInAs('super_admin')
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [
    receiver.user.id,
    `+${earner.phone}`,
  ])
  expect((await approve(receiver, id)).status).toBe(403)
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [receiver.user.id, ''])
  await asOwner((owner) =>
    owner.query('UPDATE payout SET owner_id = $2 WHERE id = $1', [id, receiver.user.id]),
  )
  expect((await approve(receiver, id)).status).toBe(403)
  await asOwner((owner) => owner.query('UPDATE payout SET owner_id = $2 WHERE id = $1', [id, earner.id]))
  expect(await auditOf(id)).toEqual([])
  expect((await approve(receiver, id)).body.approvals).toBe(1)
})

test('what is not there is not found', async () => {
  expect((await approve(first, newId())).status).toBe(404)
  expect((await acknowledge(first, '999999999')).status).toBe(404)
  expect((await approve(first, 'W123')).status).toBeOneOf([400, 404])
  expect((await acknowledge(first, '0')).status).toBeOneOf([400, 404])
})

const queueAudit = () => auditOf('b2c')

/** A payout of KES 100 that M-Pesa has refused because our float is short: the queue waits. */
async function refusedForFloat() {
  const earner = await newEarner(money)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'no-float' })
  const reference = await sentPayout(earner, 100)
  const { id } = await untilPayout(reference, 'failed')
  money.mpesa.clearOutcomes()
  return { earner, reference, id }
}

test('resumed, what ran into the wall goes out again, once; resumed twice, nothing more does', async () => {
  const { earner, reference, id } = await refusedForFloat()
  const before = (await queueAudit()).length
  expect(await resume(first)).toEqual({ status: 200, body: { again: 1 } })
  const alerts = 'SELECT xmin::text AS by FROM payout_alert WHERE payout_id = $1 AND resolved_by = $2'
  expect(await sameTransaction(alerts, 'b2c', [id, first.user.id])).toBe(true)
  const again = await Promise.all([resume(first), resume(second)])
  expect(again.map(({ body }) => body)).toEqual([{ again: 0 }, { again: 0 }])
  expect((await queueAudit())[before]).toMatchObject({
    action: 'payouts.resumed',
    actor_id: first.user.id,
    after: { again: [id] },
  })
  await workPayouts()
  await untilPayout(reference, 'paid')
  expect(ordersFor(money, earner.phone)).toEqual([`${reference}-0`, `${reference}-1`])
  expect(await walletWithHold(earner.id)).toEqual({ posted: 5_000n, held: 0n })
})

test('ten people resume at once: each payout goes out again once', async () => {
  const { earner, reference } = await refusedForFloat()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => resume(n % 2 ? first : second)))
  expect(answers.map(({ body }) => body.again).sort()).toEqual([...Array(9).fill(0), 1])
  await workPayouts()
  await untilPayout(reference, 'paid')
  expect(ordersFor(money, earner.phone)).toHaveLength(2)
})

test('a payout that runs into the wall while the queue is resumed is not left behind', async () => {
  const late = await newEarner(money)
  money.mpesa.setNext({ api: 'b2c', phone: late.phone, outcome: { copies: 0, late: true, answer: 1 } })
  const reference = await sentPayout(late, 100)
  const { id } = await untilPayout(reference, 'accepted')
  const { reference: other } = await refusedForFloat()
  const resuming = await transaction(async (tx) => {
    const payout = await lockPayout(tx.client, id)
    if (!payout) throw new Error('no payout')
    await failPayout(tx, payout, '1', 'no_float')
    // It waits for this transaction, or is through already: `settled` tells which.
    let settled = false
    const answer = resume(first).finally(() => {
      settled = true
    })
    await until('somebody waits', () => settled || asOwner(async (owner) => (await countWaiting(owner)) > 0))
    return { answer }
  })
  expect((await resuming.answer).body).toEqual({ again: 2 })
  await workPayouts()
  for (const one of [reference, other]) await untilPayout(one, 'paid')
})

/** M-Pesa has said that a payout failed, and later that it was paid, when its money was spent. @returns the alert's id */
async function contradiction() {
  const earner = await newEarner(money)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: { copies: 0, late: true, answer: 8 } })
  const payout = await untilPayout(await sentPayout(earner, 100), 'accepted')
  expect(await tellResult(payout, { ResultCode: 8 })).toBe('failed: 8')
  await withdrawn(earner, 100)
  expect(await tellResult(payout, { TransactionID: 'BYHAND0002' })).toContain('contradiction')
  return { earner, payout, alert: await alertOf(payout.id, 'contradiction') }
}

async function alertOf(payoutId: string, kind: string): Promise<string> {
  const row = await firstRow<{ id: bigint }>(
    db(),
    'SELECT id FROM payout_alert WHERE payout_id = $1 AND kind::text = $2',
    [payoutId, kind],
  )
  return String(row?.id)
}

test('a contradiction is acknowledged once, by somebody whose money it is not, and moves nothing', async () => {
  const { earner, payout, alert } = await contradiction()
  const wallet = await walletWithHold(earner.id)
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [second.user.id, earner.phone])
  expect((await acknowledge(second, alert)).status).toBe(403)
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [second.user.id, ''])
  const answers = await Promise.all(Array.from({ length: 10 }, () => acknowledge(first, alert)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
  expect((await acknowledge(second, alert)).status).toBe(204)
  const resolved = 'SELECT xmin::text AS by FROM payout_alert WHERE id = $1 AND resolved_by = $2'
  expect(await sameTransaction(resolved, alert, [alert, first.user.id])).toBe(true)
  expect(await auditOf(alert)).toMatchObject([
    {
      action: 'payout_alert.acknowledged',
      actor_id: first.user.id,
      after: { kind: 'contradiction', payout: payout.id },
    },
  ])
  expect(await walletWithHold(earner.id)).toEqual(wallet)
})

test('an alert that holds up the queue ends by resuming it alone', async () => {
  const { reference, id } = await refusedForFloat()
  const alert = await alertOf(id, 'no_float')
  expect(await acknowledge(first, alert)).toMatchObject({ status: 409, body: { code: 'alert_stays_open' } })
  expect(await auditOf(alert)).toEqual([])
  const open = await firstRow(db(), 'SELECT 1 FROM payout_alert WHERE id = $1 AND resolved_at IS NULL', [
    alert,
  ])
  expect(open).toBeDefined()
  await resume(first)
  await workPayouts()
  await untilPayout(reference, 'paid')
})
