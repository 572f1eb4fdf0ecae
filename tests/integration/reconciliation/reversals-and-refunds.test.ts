// Reversals in M-Pesa's statement that meet refunds of ours, or that could be of several payments: nothing is sent back twice, and
// what nobody can tell is for people.
import { expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { transaction } from '#lib/core/outbox.ts'
import { lockReceipts } from '#lib/domain/payments/settlement-rows.ts'
import { reconcileStatement } from '#lib/domain/payments/statement.ts'
import { noteReversals } from '#lib/domain/payments/statement-reversals.ts'
import { completeRefund } from '#lib/domain/refunds/close.ts'
import { requestRefund } from '#lib/domain/refunds/request.ts'
import { changeRefund, lockRefund } from '#lib/domain/refunds/rows.ts'
import { submitRefunds } from '#lib/domain/refunds/submit.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  agreed,
  caseOf,
  casesOf,
  countedGift,
  post,
  proposed,
  refundsOf,
  twoAdmins,
  untilRefund,
  workRefunds,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { intentOf, newPhone, order, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const

/** M-Pesa gives it back, and its statement is read. @returns the reversal's receipt */
async function reversed(receipt: string): Promise<string> {
  const reversal = money.mpesa.reverse({ receipt })
  await reconcileStatement(2)
  return reversal
}

const reversalOf = (receipt: string) =>
  firstRow<{ payment: string | null; closed_at: Date | null }>(
    db(),
    'SELECT payment, closed_at FROM mpesa_reversal WHERE receipt = $1',
    [receipt],
  )

test('a payout refund that waits while M-Pesa gives the payment back is not sent, and two people take it back', async () => {
  const { phone, id, receipt } = await wrongAmountGift(money)
  const refundId = await transaction(async (tx) => {
    const refund = await requestRefund(tx, { receipt, intentId: id, method: 'b2c' })
    await changeRefund(tx.client, refund, { nextCheckAt: addSeconds(now(), 900) })
    return refund
  })
  await reversed(receipt)
  await db().query('UPDATE refund SET next_check_at = NULL WHERE id = $1', [refundId])
  await submitRefunds(new AbortController().signal)
  expect(money.paymentsOf(phone).map(({ kind }) => kind)).toEqual(['stk', 'reversal'])
  await workRefunds()
  expect(await refundsOf(receipt)).toMatchObject([{ state: 'failed', method: 'b2c' }])
  expect(await caseOf(amina, id)).toMatchObject({
    status: 'reversed',
    actions: ['refund', 'close', 'unlink'],
  })
  expect((await agreed(both, id, { action: 'refund' })).status).toBe(200)
  expect(await intentOf(id)).toMatchObject({ state: 'refunded' })
  expect(money.paymentsOf(phone)).toHaveLength(2)
})

/** A line of the statement that names this payment, or what the payer has typed. */
const reversalLine = (receipt: string, named: string, amount: string, phone: string) => ({
  transactionId: receipt,
  trxDate: now().toISOString(),
  msisdn: phone,
  transactiontype: 'Pay Bill Reversal',
  billreference: named,
  amount,
})

test('a further reversal of a payment that our reversal has sent back is for people', async () => {
  const { phone, id, receipt } = await wrongAmountGift(money)
  await agreed(both, id, { action: 'refund' })
  await untilRefund(receipt, 'done')
  await reconcileStatement(2)
  await workRefunds()
  await noteReversals([reversalLine('REVERSED02', receipt, '-90.00', phone)])
  await workRefunds()
  expect(await reversalOf('REVERSED02')).toEqual({ payment: receipt, closed_at: null })
  expect(await caseOf(amina, id)).toMatchObject({ status: 'reversed', actions: ['close', 'unlink'] })
  expect((await agreed(both, id, { action: 'close' })).status).toBe(200)
  expect(await reversalOf('REVERSED02')).toMatchObject({ closed_at: expect.any(Date) })
})

test('a receipt that a payer has typed as account number names no payment of another phone, or of a smaller amount', async () => {
  const { phone, receipt } = await countedGift(money, 2)
  await noteReversals([
    reversalLine('REVERSED03', receipt, '-100.00', newPhone()),
    reversalLine('REVERSED04', receipt, '-150.00', phone),
  ])
  for (const reversal of ['REVERSED03', 'REVERSED04']) {
    expect(await reversalOf(reversal)).toEqual({ payment: null, closed_at: null })
    await agreed(both, `reversal-${reversal}`, { action: 'close' })
  }
})

test('two people find that a reversal is not of the payment that its line names, and name another one', async () => {
  const [wrong, right] = [await countedGift(money, 3), await countedGift(money, 3)]
  const reversal = money.mpesa.reverse({ receipt: right.receipt })
  const line = reversalLine(reversal, wrong.receipt, '-150.00', '2547*****123')
  await noteReversals([line])
  expect(await caseOf(amina, wrong.id)).toMatchObject({ status: 'reversed' })
  const proposal_id = await proposed(amina, wrong.id, { action: 'unlink' })
  const confirm = (by: typeof amina) => post(by, wrong.id, { decision: 'confirm', proposal_id })
  expect(await confirm(amina)).toMatchObject({ status: 403, json: { code: 'second_person' } })
  expect(await reversalOf(reversal)).toEqual({ payment: wrong.receipt, closed_at: null })
  expect(await confirm(brian)).toMatchObject({
    status: 200,
    json: { status: 'counted', actions: ['refund'], proposal: null },
  })
  // The statement lists it again, and the worker looks for its payment again.
  await noteReversals([line])
  await workRefunds()
  expect(await reversalOf(reversal)).toEqual({ payment: null, closed_at: null })
  const strangeId = `reversal-${reversal}`
  expect(await casesOf(amina)).toContainEqual(expect.objectContaining({ id: strangeId, status: 'reversed' }))
  const { timeline, actions } = await caseOf(amina, strangeId)
  expect(actions).toEqual(['refund', 'close'])
  expect(timeline.flatMap(({ lines }) => lines)).toContainEqual({ label: 'not_of', text: wrong.receipt })
  await agreed(both, strangeId, { action: 'refund', receipt: right.receipt })
  expect(await reversalOf(reversal)).toEqual({ payment: right.receipt, closed_at: null })
  await agreed(both, right.id, { action: 'refund' })
  expect([await votesOf(wrong.video), await votesOf(right.video)]).toEqual([3, 0])
  expect(await intentOf(right.id)).toMatchObject({ state: 'refunded' })
})

test('of two payments with the same account number, one of them sent back, nobody can tell which is reversed', async () => {
  money.mpesa.configure({ validation: false, reversalLine: 'account' })
  const phone = newPhone()
  const paid = async () => {
    const { receipt } = await money.mpesa.payPaybill({ phone, amountCents: 5_000n, account: 'NOSUCH' })
    await until('it is in suspense', () => receiptOf(receipt ?? ''))
    return receipt ?? ''
  }
  const [first, second] = [await paid(), await paid()]
  await agreed(both, first, { action: 'refund', method: 'b2c' })
  await untilRefund(first, 'done')
  const reversal = await reversed(second)
  expect(await reversalOf(reversal)).toEqual({ payment: null, closed_at: null })
  await agreed(both, `reversal-${reversal}`, { action: 'refund', receipt: second })
  await agreed(both, second, { action: 'refund' })
  expect(await receiptOf(second)).toMatchObject({ status: 'refunded' })
})

test('a late Result of a refund that had failed says nothing new if its proof has completed another', async () => {
  const { id, receipt } = await wrongAmountGift(money)
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 'R000002' } })
  await agreed(both, id, { action: 'refund' })
  const failed = await untilRefund(receipt, 'failed')
  await agreed(both, id, { action: 'refund' })
  const { proof } = await untilRefund(receipt, 'done')
  const late = await transaction(async (tx) => {
    const refund = await lockRefund(tx.client, failed.id)
    return refund && completeRefund(tx, refund, { proof, at: now() })
  })
  expect(late).toBe('already refunded')
  expect(await refundsOf(receipt)).toMatchObject([
    { state: 'failed', problem: '' },
    { state: 'done', problem: '' },
  ])
})

test('two people can not credit a payment with money that M-Pesa has given back, and the answer says why', async () => {
  money.mpesa.configure({ validation: false })
  const stray = await money.mpesa.payPaybill({ phone: newPhone(), amountCents: 10_000n, account: 'NOSUCH' })
  const receipt = stray.receipt ?? ''
  await until('it is in suspense', () => receiptOf(receipt))
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: { answer: 1037, copies: 0 } })
  const id = await order(video, phone, 2)
  await untilState(id, 'awaiting')
  await db().query(`UPDATE payment_intent SET state = 'unresolved', next_check_at = NULL WHERE id = $1`, [id])
  const stale = await proposed(amina, receipt, { action: 'credit', vote_code: video.voteCode })
  await reversed(receipt)
  const refused = {
    status: 409,
    json: { code: 'given_back', error: expect.stringContaining('M-PESA has reversed this payment') },
  }
  expect(await agreed(both, id, { action: 'credit', receipt })).toMatchObject(refused)
  expect(await post(brian, receipt, { decision: 'confirm', proposal_id: stale })).toMatchObject(refused)
  expect([await votesOf(video), await receiptOf(receipt)]).toMatchObject([0, { status: 'unmatched' }])
  await post(brian, receipt, { decision: 'reject', proposal_id: stale, note: 'It is back' })
  await agreed(both, receipt, { action: 'refund' })
  expect(await receiptOf(receipt)).toMatchObject({ status: 'refunded' })
})

test('money in suspense with an open reversal is not credited by a later message', async () => {
  money.mpesa.configure({ validation: false })
  const stray = await money.mpesa.payPaybill({ phone: newPhone(), amountCents: 5_000n, account: 'NOSUCH' })
  const receipt = stray.receipt ?? ''
  await until('it is in suspense', () => receiptOf(receipt))
  const known = async () => (await transaction(({ client }) => lockReceipts(client, [receipt]))).get(receipt)
  expect(await known()).toMatchObject({ isReversed: false })
  await reversed(receipt)
  expect(await known()).toMatchObject({ isReversed: true })
  await agreed(both, receipt, { action: 'refund' })
  expect(await known()).toMatchObject({ isReversed: false, status: 'refunded' })
})
