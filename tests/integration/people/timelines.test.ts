// What the pages of a person and of a payer tell of each payment: its steps, state, amounts and reason.
import { expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { agreed, countedGift, twoAdmins, untilRefund, wrongAmountGift } from '#tests/support/desk-payments.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'

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
  const row = await onlyRow(await cancelledGift(), 'gifts')
  expect(row).toMatchObject({ state: 'not_paid' })
  expect(stepsOf(row)).toEqual(['asked', 'prompted', 'not_paid'])
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
