// What the pages of a person and of a payer tell of each payment: its steps, state, amounts and reason.
import { expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { followReversals } from '#lib/domain/disputes/follow-reversals.ts'
import { reconcileStatement } from '#lib/domain/payments/statement.ts'
import {
  agreed,
  caseOf,
  countedGift,
  twoAdmins,
  untilRefund,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { payPaybill } from '#tests/support/paybill.ts'
import { newEarner, sentPayout, untilPayout } from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { agreedOn, orderOn, ringOf, untilDone } from '#tests/support/rings.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const admin = await signInAs('super_admin')
const both = await twoAdmins()

const listed = async (key: string, section: string, query: Record<string, string> = {}) =>
  (await ask(contract.admin.payerRecords, admin, { params: { key }, query: { section, ...query } })).body
const onlyRow = async (key: string, section: string) => {
  const { results } = await listed(key, section)
  expect(results).toHaveLength(1)
  return results[0] ?? {}
}
const stepsOf = (row: Record<string, unknown>) => (row.steps as { step: string }[]).map(({ step }) => step)
const timeOf = (row: Record<string, unknown>, name: string) =>
  (row.steps as { step: string; at: string }[]).find(({ step }) => step === name)?.at

async function cancelledGift() {
  const phone = newPhone()
  money.mpesa.setNext({ phone, outcome: 'cancelled' })
  await untilState(await order(await money.video(), phone, 2), 'declined')
  return phone
}

test('a gift that was not paid was never credited', async () => {
  const phone = await cancelledGift()
  const row = await onlyRow(phone, 'gifts')
  expect(row).toMatchObject({ state: 'not_paid', reason: 'Cancelled by the payer' })
  expect(stepsOf(row)).toEqual(['asked', 'prompted', 'not_paid'])
  const prompt = await onlyRow(phone, 'prompts')
  expect(prompt).toMatchObject({ state: 'not_paid', reason: 'Cancelled by the payer' })
  expect(stepsOf(prompt)).toEqual(['prompted', 'accepted', 'not_paid'])
})

test('a refunded gift keeps the time at which it was credited', async () => {
  const { phone, id, receipt } = await countedGift(money)
  const counted = timeOf(await onlyRow(phone, 'gifts'), 'settled')
  await money.passTime(600)
  await agreed(both, id, { action: 'refund' })
  await untilRefund(receipt, 'done')
  const row = await onlyRow(phone, 'gifts')
  expect(row).toMatchObject({ state: 'refunded', asked_amount: null })
  expect(stepsOf(row)).toEqual(['asked', 'prompted', 'paid', 'settled', 'refund_asked', 'refunded'])
  expect(timeOf(row, 'settled')).toBe(counted)
})

test('a gift held because of a fraud signal keeps the time of the hold when it is refunded', async () => {
  const { ids, signalId } = await ringOf(money, 5)
  const id = ids[0] ?? ''
  await orderOn(both[0], signalId, { action: 'hold' })
  await untilDone(both[0], signalId)
  const [held] = (await listed(id, 'gifts')).results
  expect(stepsOf(held ?? {})).toEqual(['asked', 'prompted', 'paid', 'settled', 'held'])
  await money.passTime(60)
  await agreedOn(both, signalId, { action: 'send_back', total: 500 })
  await until('it is refunded', async () => (await listed(id, 'gifts')).results[0]?.state === 'refunded')
  const [row = {}] = (await listed(id, 'gifts')).results
  expect(row).toMatchObject({ reason: 'signal_hold' })
  expect(stepsOf(row)).toEqual(['asked', 'prompted', 'paid', 'settled', 'held', 'refund_asked', 'refunded'])
  expect(timeOf(row, 'held')).toBe(timeOf(held ?? {}, 'held'))
  const dispute = await ask(contract.disputes.openAtDesk, admin, {
    body: { kind: 'not_counted', receipt: String(row.receipt), phone_number: newPhone() },
  })
  expect(dispute.body.steps).toContainEqual({ step: 'held', at: timeOf(row, 'held'), amount: null })
})

test('a gift of another amount is paid, is not credited, and names the amount that was requested', async () => {
  const { phone, receipt } = await wrongAmountGift(money)
  const row = await onlyRow(phone, 'gifts')
  const paid = await firstRow<{ amount: bigint; paid_at: Date }>(
    db(),
    'SELECT amount, paid_at FROM mpesa_receipt WHERE receipt = $1',
    [receipt],
  )
  expect(row).toMatchObject({ state: 'review', receipt, asked_amount: 100 })
  expect(row.amount).toBe(Number(paid?.amount) / 100)
  expect(stepsOf(row)).toEqual(['asked', 'prompted', 'paid'])
  expect(timeOf(row, 'paid')).toBe(paid?.paid_at.toISOString())
})

test('a payment that M-Pesa reversed does not count, and is open with its dispute', async () => {
  const { video, phone, id, receipt } = await countedGift(money)
  money.mpesa.reverse({ receipt })
  await reconcileStatement(2)
  await followReversals()
  const row = await onlyRow(phone, 'gifts')
  expect(row).toMatchObject({ state: 'reversed', case_id: id })
  expect(stepsOf(row)).toEqual(['asked', 'prompted', 'paid', 'settled', 'reversed'])
  const reversed = { section: 'gifts', state: 'reversed', count: 1, amount: 100 }
  const { body } = await ask(contract.admin.payer, admin, { params: { key: phone } })
  expect(body).toMatchObject({
    gifts: { count: 1, counted: 0, votes: 0 },
    open_money: [reversed],
    open_disputes: [{ reference: expect.stringMatching(/^D/) }],
  })
  const dancer = await ask(contract.admin.person, admin, { params: { id: video.dancerId } })
  expect(dancer.body.open_money).toMatchObject([reversed])
  await agreed(both, id, { action: 'refund' })
  await followReversals()
  const after = await ask(contract.admin.payer, admin, { params: { key: phone } })
  expect(after.body).toMatchObject({ open_money: [], open_disputes: [] })
  const decided = await onlyRow(phone, 'gifts')
  expect(decided).toMatchObject({ state: 'refunded', reason: 'given_back', steps: row.steps })
  const refund = await onlyRow(phone, 'refunds')
  expect(refund).toMatchObject({ state: 'done', reason: 'given_back' })
  expect(stepsOf(refund)).toEqual(['reversed'])
  const { results } = (await ask(contract.adminPayments.moneyOut, admin, { query: { search: receipt } })).body
  expect(results).toMatchObject([
    {
      kind: 'refund',
      state: 'paid',
      reason: 'M-PESA reversed the payment by itself',
      ended_at: timeOf(row, 'reversed'),
    },
  ])
  expect(await caseOf(both[0], id)).toMatchObject({ status: 'refunded', reason: 'given_back' })
})

test('a reversal of an unmatched payment, or of an unknown one, is open money of its phone', async () => {
  const phone = newPhone()
  const { receipt = '' } = (await payPaybill(money, 'NOBODY', 70, phone)) ?? {}
  money.mpesa.reverse({ receipt })
  await reconcileStatement(2)
  expect(await onlyRow(phone, 'payments')).toMatchObject({ state: 'reversed', case_id: receipt })
  await db().query('UPDATE mpesa_reversal SET payment = NULL, unlinked_from = payment WHERE payment = $1', [
    receipt,
  ])
  const { results } = await listed(phone, 'payments')
  expect(results).toMatchObject([
    { kind: 'reversal', state: 'reversed', case_id: expect.stringMatching(/^reversal-/) },
    { kind: 'receipt', state: 'suspense' },
  ])
  const { body } = await ask(contract.admin.payer, admin, { params: { key: phone } })
  expect(body.open_money).toMatchObject([
    { section: 'payments', state: 'reversed', count: 1, amount: 70 },
    { section: 'payments', state: 'suspense', count: 1, amount: 70 },
  ])
  await db().query(
    'UPDATE mpesa_reversal SET payment = unlinked_from, unlinked_from = NULL WHERE unlinked_from = $1',
    [receipt],
  )
  await agreed(both, receipt, { action: 'refund' })
})

test('a withdrawal tells why it failed in words, and a paid one gives no reason', async () => {
  const earner = await newEarner(money)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: { answer: 2040 } })
  await untilPayout(await sentPayout(earner, 20), 'failed', 'cancelled')
  await untilPayout(await sentPayout(earner, 30), 'paid')
  const { body } = await ask(contract.admin.personRecords, admin, {
    params: { id: earner.id },
    query: { section: 'withdrawals' },
  })
  expect(body.results).toMatchObject([
    { state: 'paid', reason: null },
    { state: 'failed', reason: 'The phone isn’t registered for M-PESA' },
  ])
})
