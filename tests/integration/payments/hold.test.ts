// Payments that are held for people: paid as any other, counted by nobody until two people say so.
import { expect, test } from 'vitest'
import { transaction } from '#lib/core/outbox.ts'
import { holdForReview } from '#lib/domain/payments/hold.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  newPhone,
  order,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const hold = (id: string) => transaction((tx) => holdForReview(tx, id, 'fraud_hold'))

/** A gift of three votes, held while its prompt is open on the phone. */
async function heldGift(copies = 1) {
  money.mpesa.configure({ autoAccept: false })
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: { copies } })
  const id = await order(video, phone, 3)
  await untilState(id, 'awaiting')
  expect(await hold(id)).toBe('held')
  return { video, phone, id }
}

test('a held payment goes to people when it is paid, and its money to suspense', async () => {
  const { video, phone, id } = await heldGift()
  expect(await hold(id)).toBe('held')
  money.mpesa.answer({ phone, answer: 'pin' })
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'fraud_hold' })
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', intent_id: id, reason: 'fraud_hold' })
  expect(await votesOf(video)).toBe(0)
  expect(await viewGift(id)).toMatchObject({ status: 'under_review' })
  expect(await hold(id)).toBe('not_open')
})

test('proven by a query alone it is held as well, and its receipt follows into suspense', async () => {
  const { video, phone, id } = await heldGift(0)
  money.mpesa.answer({ phone, answer: 'pin' })
  await money.passTime(21)
  await askAboutDuePayments()
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'fraud_hold' })
  await pullStatement()
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await until('the receipt is known', () => receiptOf(receipt))).toMatchObject({
    status: 'unmatched',
    intent_id: id,
  })
  expect(await votesOf(video)).toBe(0)
})

test('one that is not paid ends like the rest, and what was counted before is not held', async () => {
  const { phone, id } = await heldGift()
  money.mpesa.answer({ phone, answer: 'cancel' })
  await untilState(id, 'declined')
  money.mpesa.configure({ autoAccept: true })
  const counted = await order(await money.video(), newPhone())
  await untilState(counted, 'credited')
  expect(await hold(counted)).toBe('too_late')
})
