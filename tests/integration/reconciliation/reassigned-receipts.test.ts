// What two people have proposed about payments whose receipts M-Pesa's statement then puts right (docs/decisions/0004).
import { expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { noteReversals } from '#lib/domain/payments/statement-reversals.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { agreed, caseOf, post, proposed, refundsOf, twoAdmins } from '#tests/support/desk-payments.ts'
import { paidCallback, putPromptOut, statementOf } from '#tests/support/evidence.ts'
import { newPhone, order, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()

/** A has paid, told by nobody yet; B is counted under A's receipt. */
async function mixedUp() {
  const [a, b] = [await paidGift(2), await paidGift(3)]
  await storeCallback(paidCallback(b.id, { ...b.line, receipt: a.line.receipt }))
  await untilState(b.id, 'credited')
  return { a, b }
}

async function paidGift(votes: number) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: { copies: 0 } })
  const id = await order(video, phone, votes)
  await untilState(id, 'awaiting')
  const line = await until('it is paid', () => money.paymentsOf(phone)[0])
  await putPromptOut(id)
  return { id, video, votes, line }
}

test.each(['credit', 'close'] as const)(
  'a payment that the statement has counted is not touched by a proposal that was open: %s',
  async (action) => {
    const { a, b } = await mixedUp()
    await storeCallback(paidCallback(a.id, a.line))
    expect(await untilState(a.id, 'review')).toMatchObject({ review_reason: 'receipt_reused' })
    const found = action === 'credit' ? { receipt: 'FOUNDBYUS1' } : {}
    const proposal_id = await proposed(amina, a.id, { action, ...found })
    for (const gift of [a, b]) await storeCallback(statementOf(gift.line))
    await untilState(a.id, 'credited')
    expect(await post(brian, a.id, { decision: 'confirm', proposal_id })).toMatchObject({ status: 409 })
    expect(await untilState(a.id, 'credited')).toMatchObject({ result_code: '0' })
    expect(await votesOf(a.video)).toBe(2)
    expect(await walletOf(a.video.dancerId)).toBe(3_000n)
    expect(await receiptOf('FOUNDBYUS1')).toBeUndefined()
  },
)

test('it is counted once where the proposal is confirmed while the statement is settled', async () => {
  const { a, b } = await mixedUp()
  await storeCallback(paidCallback(a.id, a.line))
  await untilState(a.id, 'review')
  const proposal_id = await proposed(amina, a.id, { action: 'credit', receipt: a.line.receipt })
  const answer = await whileSettling(a, () => post(brian, a.id, { decision: 'confirm', proposal_id }))
  expect(answer).toMatchObject({ status: 409 })
  await storeCallback(statementOf(b.line))
  expect(await votesOf(a.video)).toBe(2)
  expect(await walletOf(a.video.dancerId)).toBe(3_000n)
})

test('a refund that was agreed on sends back nobody else’s money', async () => {
  const { a, b } = await mixedUp()
  const proposal_id = await proposed(amina, b.id, { action: 'refund' })
  const answer = await whileSettling(a, () => post(brian, b.id, { decision: 'confirm', proposal_id }))
  expect(answer).toMatchObject({ status: 409, json: { code: 'not_possible' } })
  expect(await refundsOf(a.line.receipt)).toEqual([])
  expect(await receiptOf(a.line.receipt)).toMatchObject({ status: 'credited', intent_id: a.id })
  await storeCallback(statementOf(b.line))
  await until('B has its receipt', async () => (await receiptOf(b.line.receipt))?.status === 'credited')
  for (const { video, votes } of [a, b]) expect(await votesOf(video)).toBe(votes)
})

test.each(['refund', 'close'] as const)(
  'nor does one about a second receipt touch what has become a held payment’s: %s',
  async (action) => {
    const [x, held] = [await paidGift(2), await paidGift(2)]
    await db().query(`UPDATE payment_intent SET hold_reason = 'fraud_hold' WHERE id = $1`, [held.id])
    await storeCallback(paidCallback(x.id, x.line))
    await untilState(x.id, 'credited')
    const { receipt } = held.line
    await storeCallback(paidCallback(x.id, { ...x.line, receipt }))
    await until('it is a second receipt', () => receiptOf(receipt))
    const proposal_id = await proposed(amina, receipt, { action })
    const decide = () => post(brian, receipt, { decision: 'confirm', proposal_id })
    const answer = await whileSettling(held, decide, 'review')
    expect(answer).toMatchObject({ status: 409, json: { code: 'not_possible' } })
    expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', intent_id: held.id })
    expect(await refundsOf(receipt)).toEqual([])
    expect(await caseOf(amina, held.id)).toMatchObject({ receipt, actions: ['credit', 'refund', 'close'] })
    await storeCallback(statementOf(x.line))
  },
)

test('a receipt that M-Pesa has given back does not count for the payment that the statement moves it to', async () => {
  const { a, b } = await mixedUp()
  const { receipt } = a.line
  const line = {
    transactionId: money.mpesa.reverse({ receipt }),
    trxDate: now().toISOString(),
    msisdn: '2547*****123',
    transactiontype: 'Pay Bill Reversal',
    billreference: receipt,
    amount: '-100.00',
  }
  await noteReversals([line])
  for (const gift of [a, b]) await storeCallback(statementOf(gift.line))
  expect(await untilState(a.id, 'review')).toMatchObject({ review_reason: 'given_back' })
  expect(await caseOf(amina, a.id)).toMatchObject({
    status: 'reversed',
    actions: ['refund', 'close', 'unlink'],
  })
  await agreed([amina, brian], a.id, { action: 'refund' })
  await untilState(a.id, 'refunded')
  await until('B has its receipt', async () => (await receiptOf(b.line.receipt))?.status === 'credited')
  expect([await votesOf(a.video), await votesOf(b.video)]).toEqual([0, 3])
})

/** Decides after the settlement of A's line has locked the receipt, and before it has done anything. */
function whileSettling<T>(
  a: { id: string; line: Parameters<typeof statementOf>[0] },
  decide: () => Promise<T>,
  state: 'credited' | 'review' = 'credited',
): Promise<T> {
  return asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query('SELECT 1 FROM payment_intent WHERE id = $1 FOR UPDATE', [a.id])
    await storeCallback(statementOf(a.line))
    await until('the settlement waits for A', async () => (await countWaiting(owner)) === 1)
    const decided = decide()
    await until('the decision waits for the receipt', async () => (await countWaiting(owner)) === 2)
    await owner.query('COMMIT')
    const answer = await decided
    await untilState(a.id, state)
    return answer
  })
}
