// The second person confirms what the first one saw: money that has come since is nothing that two people have agreed on.
import { expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { deactivateStaff } from '#lib/domain/staff/commands.ts'
import { votesOf, withdrawTo } from '#tests/support/contest.ts'
import {
  agreed,
  caseOf,
  casesOf,
  post,
  proposed,
  refundsOf,
  superAdmin,
  suspended,
  twoAdmins,
  untilRefund,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { statementOf } from '#tests/support/evidence.ts'
import { intentOf, newPhone, order, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const

const changed = { status: 409, json: { code: 'not_possible' } }

/** A gift that is held, and paid, of which M-Pesa has told nobody: people may find out. */
async function unheardGift() {
  const [video, phone] = [await money.video(), newPhone()]
  await withdrawTo(video.dancerId, phone)
  money.mpesa.setNext({ phone, outcome: { copies: 0 } })
  const id = await order(video, phone, 2)
  await untilState(id, 'awaiting')
  const line = await until('it is paid', () => money.paymentsOf(phone)[0])
  await db().query(`UPDATE payment_intent SET state = 'unresolved', next_check_at = NULL WHERE id = $1`, [id])
  return { video, id, line }
}

test.each([
  ['close', {}],
  ['credit', { receipt: 'FOUNDBYUS2' }],
] as const)('money that came after the proposal is not touched by it: %s', async (action, found) => {
  const { video, id, line } = await unheardGift()
  const before = await suspended()
  const proposal_id = await proposed(amina, id, { action, ...found })
  expect((await caseOf(brian, id)).proposal).toMatchObject({ has_changed: false })
  await storeCallback(statementOf(line))
  await untilState(id, 'review')
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject(changed)
  expect(await intentOf(id)).toMatchObject({ state: 'review' })
  expect(await receiptOf(line.receipt)).toMatchObject({ status: 'unmatched', intent_id: id })
  expect(await suspended()).toBe(before + 10_000n)
  expect(await votesOf(video)).toBe(0)
  expect((await caseOf(brian, id)).proposal).toMatchObject({ id: proposal_id, has_changed: true })
  // It is turned down, and what is proposed anew is about that money.
  await post(brian, id, { decision: 'reject', proposal_id, note: 'The money is there' })
  expect((await agreed(both, id, { action })).status).toBe(200)
  expect(await suspended()).toBe(before)
})

test('nor is money that comes while the proposal is confirmed', async () => {
  const { id, line } = await unheardGift()
  const proposal_id = await proposed(amina, id, { action: 'close' })
  const answer = await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query('SELECT 1 FROM payment_intent WHERE id = $1 FOR UPDATE', [id])
    await storeCallback(statementOf(line))
    await until('the settlement waits', async () => (await countWaiting(owner)) === 1)
    const decided = post(brian, id, { decision: 'confirm', proposal_id })
    await until('the decision waits', async () => (await countWaiting(owner)) === 2)
    await owner.query('COMMIT')
    return decided
  })
  expect(answer).toMatchObject(changed)
  expect(await untilState(id, 'review')).toBeDefined()
  expect(await receiptOf(line.receipt)).toMatchObject({ status: 'unmatched', intent_id: id })
})

test('a proposal that says nothing of what was seen is made anew', async () => {
  const { id, receipt } = await wrongAmountGift(money)
  const proposal_id = await proposed(amina, id, { action: 'refund' })
  await asOwner((owner) =>
    owner.query(`UPDATE resolution SET details = details - 'money' - 'problem' - 'reason' WHERE id = $1`, [
      proposal_id,
    ]),
  )
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject(changed)
  expect(await refundsOf(receipt)).toEqual([])
  expect((await caseOf(amina, id)).proposal).toMatchObject({ has_changed: true })
  await post(amina, id, { decision: 'reject', proposal_id, note: 'Anew' })
  expect((await agreed(both, id, { action: 'refund' })).status).toBe(200)
  await untilState(id, 'refunded')
})

test('what has been held since the proposal is overruled by two people again', async () => {
  const { video, id, line } = await unheardGift()
  const hold = (reason: string | null) =>
    db().query('UPDATE payment_intent SET hold_reason = $2 WHERE id = $1', [id, reason])
  await hold(null)
  const proposal_id = await proposed(amina, id, { action: 'credit', receipt: line.receipt })
  await hold('video_withdrawn')
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject(changed)
  expect(await votesOf(video)).toBe(0)
  await hold(null)
  expect((await post(brian, id, { decision: 'confirm', proposal_id })).status).toBe(200)
  expect(await votesOf(video)).toBe(2)
})

test('another contradiction about a refund is looked into by two people again', async () => {
  const { id, receipt } = await wrongAmountGift(money)
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 'R000002' } })
  await agreed(both, id, { action: 'refund' })
  const refund = await untilRefund(receipt, 'failed')
  const tell = (problem: string) =>
    db().query('UPDATE refund SET problem = $2 WHERE id = $1', [refund.id, problem])
  await tell('AAAAAAAAA1 sent another amount')
  const proposal_id = await proposed(amina, id, { action: 'close' })
  await tell('AAAAAAAAA2 sent another amount')
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject(changed)
  expect((await refundsOf(receipt))[0]?.problem).toContain('AAAAAAAAA2')
  await post(brian, id, { decision: 'reject', proposal_id, note: 'There is another' })
  await agreed(both, id, { action: 'close' })
  expect((await refundsOf(receipt))[0]?.problem).toBe('')
})

test('whoever was let in less than seven days ago reads that another has to confirm it', async () => {
  const { id } = await wrongAmountGift(money)
  const proposal_id = await proposed(amina, id, { action: 'refund' })
  const [carol, dan] = [await superAdmin(), await superAdmin()]
  await db().query(
    'INSERT INTO staff_invitation (user_id, invited_by, invited_at, confirmed_at) VALUES ($1, $2, $3, $3)',
    [carol.id, amina.id, addSeconds(now(), -60)],
  )
  expect((await caseOf(amina, id)).proposal).toMatchObject({ is_own: true, can_confirm: false })
  expect((await caseOf(carol, id)).proposal).toMatchObject({ is_own: false, can_confirm: false })
  expect((await caseOf(dan, id)).proposal).toMatchObject({ is_own: false, can_confirm: true })
  expect((await casesOf(carol)).find((row) => row.id === id)?.proposal).toMatchObject({ can_confirm: false })
  expect(await post(carol, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 403,
    json: { code: 'not_two_people' },
  })
  expect(await post(dan, id, { decision: 'confirm', proposal_id })).toMatchObject({ status: 200 })
  await untilState(id, 'refunded')
})

test('what somebody has proposed who is no super admin any more is turned down, and proposed anew', async () => {
  const { id } = await wrongAmountGift(money)
  const leaver = await superAdmin()
  const proposal_id = await proposed(leaver, id, { action: 'refund' })
  await deactivateStaff({ id: leaver.id, by: amina, address: '' })
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 409,
    json: { code: 'requester_gone' },
  })
  expect((await caseOf(brian, id)).proposal).toMatchObject({ can_confirm: false, is_proposer_gone: true })
  await post(brian, id, { decision: 'reject', proposal_id, note: 'Sent away' })
  expect((await agreed(both, id, { action: 'refund' })).status).toBe(200)
  await untilState(id, 'refunded')
})
