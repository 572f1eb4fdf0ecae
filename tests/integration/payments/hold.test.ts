// Payments that are held for people: paid as any other, counted by nobody until two people say so.
import { expect, test } from 'vitest'
import { votesOf, withdrawTo } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  intentOf,
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

/** A gift of three votes from the phone that the dancer withdraws to, which is held when it is ordered. */
async function heldGift(copies = 1) {
  money.mpesa.configure({ autoAccept: false })
  const [video, phone] = [await money.video(), newPhone()]
  await withdrawTo(video.dancerId, phone)
  money.mpesa.setNext({ phone, outcome: { copies } })
  const id = await order(video, phone, 3)
  expect(await untilState(id, 'awaiting')).toMatchObject({ hold_reason: 'fraud_hold' })
  return { video, phone, id }
}

test('a held payment goes to people when it is paid, and its money to suspense', async () => {
  const { video, phone, id } = await heldGift()
  money.mpesa.answer({ phone, answer: 'pin' })
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'fraud_hold' })
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', intent_id: id, reason: 'fraud_hold' })
  expect(await votesOf(video)).toBe(0)
  expect(await viewGift(id)).toMatchObject({ status: 'under_review' })
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
  const [video, other] = [await money.video(), newPhone()]
  const counted = await order(video, other)
  await untilState(counted, 'credited')
  await withdrawTo(video.dancerId, other)
  await pullStatement()
  expect(await intentOf(counted)).toMatchObject({ state: 'credited', hold_reason: null })
  expect(await votesOf(video)).toBe(1)
})
