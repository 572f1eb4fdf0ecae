// The month closing while callbacks are in the air: M-Pesa's time of the payment decides, not the callback's.
import { expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { reconcileStatement } from '#lib/domain/payments/statement.ts'
import { closeDueMonths } from '#lib/domain/royalties/close-due-months.ts'
import { addVideo, openMonth, votesOf } from '#tests/support/contest.ts'
import { paidCallback, putPromptOut } from '#tests/support/evidence.ts'
import {
  accountNumberOf,
  askAboutDuePayments,
  callbacksOf,
  intentOf,
  newPhone,
  order,
  orderGift,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()
const HALF_HOUR = 1_800

/** A gift of two votes in a month that ends in half an hour, its prompt open on the handset. */
async function orderBeforeTheEnd(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome'] = 'paid') {
  const month = await openMonth(HALF_HOUR)
  const [video, phone] = [await addVideo(month), newPhone()]
  money.mpesa.configure({ autoAccept: false, promptMs: 2 * HALF_HOUR * 1_000, validation: false })
  money.mpesa.setNext({ phone, outcome })
  const id = await order(video, phone, 2)
  const checkoutRequestId = (await untilState(id, 'awaiting')).checkout_request_id ?? ''
  return { month, video, phone, id, checkoutRequestId }
}

const phaseOf = async (month: { id: string }) =>
  (await firstRow<{ phase: string }>(db(), 'SELECT phase FROM challenge WHERE id = $1', [month.id]))?.phase

const setPhase = (month: { id: string }, phase: string) =>
  db().query('UPDATE challenge SET phase = $2::challenge_phase WHERE id = $1', [month.id, phase])

test('paid in time and told after the end, while the month is tallied: it counts', async () => {
  const { month, video, phone, id, checkoutRequestId } = await orderBeforeTheEnd({ copies: 0 })
  money.mpesa.answer({ phone, answer: 'pin' })
  await money.passTime(HALF_HOUR + 1)
  await setPhase(month, 'tallying')
  await money.mpesa.callAgain({ checkoutRequestId })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('paid after the end: the money waits in suspense, the gift for people, and no vote is added', async () => {
  const { video, phone, id } = await orderBeforeTheEnd()
  await money.passTime(HALF_HOUR + 1)
  money.mpesa.answer({ phone, answer: 'pin' })
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'late' })
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', reason: 'late', intent_id: id })
  expect(await viewGift(id)).toMatchObject({ status: 'under_review' })
  expect(await votesOf(video)).toBe(0)
})

test('paid in time and told after the prizes are out: it waits for people', async () => {
  const { month, video, phone, id, checkoutRequestId } = await orderBeforeTheEnd({ copies: 0 })
  money.mpesa.answer({ phone, answer: 'pin' })
  await money.passTime(HALF_HOUR + 1)
  await setPhase(month, 'closed')
  await money.mpesa.callAgain({ checkoutRequestId })
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'late' })
  expect(await votesOf(video)).toBe(0)
})

/** After the month's end a query has told that the gift was paid, and not when. */
async function confirmedAfterTheEnd(paysAfter: number) {
  const gift = await orderBeforeTheEnd({ copies: 0 })
  await money.passTime(paysAfter)
  money.mpesa.answer({ phone: gift.phone, answer: 'pin' })
  await money.passTime(HALF_HOUR + 10 - paysAfter)
  await setPhase(gift.month, 'tallying')
  await askAboutDuePayments()
  await until('M-Pesa has confirmed it', async () => (await intentOf(gift.id)).confirmed_at)
  return gift
}

test('paid in time and never told: the query confirms it, the statement tells the time, and it counts', async () => {
  const { month, video, id } = await confirmedAfterTheEnd(0)
  expect(await intentOf(id)).toMatchObject({ state: 'verifying' })
  expect(await votesOf(video)).toBe(0)
  expect(await viewGift(id)).toMatchObject({
    status: 'under_review',
    paybill: null,
    prompt_open: false,
    message: expect.stringContaining('M-PESA has confirmed your payment'),
  })
  // The month's close waits for it.
  await closeDueMonths(now())
  expect(await phaseOf(month)).toBe('tallying')
  await pullStatement()
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('paid five seconds after the end and told by a query alone: it does not count, and waits for people', async () => {
  const { video, id } = await confirmedAfterTheEnd(HALF_HOUR + 5)
  await pullStatement()
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'late' })
  expect(await votesOf(video)).toBe(0)
})

test('paid in time and never told, with the workers away: the month waits for the statement, and it counts', async () => {
  const month = await openMonth(HALF_HOUR)
  const video = await addVideo(month)
  await db().query('UPDATE challenge SET prize_per_winner = 1 WHERE id = $1', [month.id])
  const line = { kind: 'paybill', amountCents: 5_000n, account: video.voteCode } as const
  money.book.collect({ ...line, phone: newPhone() })
  // The night's reading ends with what was paid a while before.
  await reconcileStatement(2)
  await until('it is counted', async () => (await votesOf(video)) === 1)
  await money.passTime(HALF_HOUR - 300)
  money.book.collect({ ...line, phone: newPhone() })
  await money.passTime(300 + 2 * HALF_HOUR)
  await setPhase(month, 'tallying')
  await closeDueMonths(now())
  expect(await phaseOf(month)).toBe('tallying')
  await reconcileStatement(2)
  await until('it is counted', async () => (await votesOf(video)) === 2)
  await closeDueMonths(now())
  expect(await phaseOf(month)).toBe('closed')
})

test('a callback without a time that can be believed waits for the statement where the month has ended since', async () => {
  const { video, phone, id, month } = await orderBeforeTheEnd({ copies: 0 })
  money.mpesa.answer({ phone, answer: 'pin' })
  await money.passTime(HALF_HOUR + 10)
  await setPhase(month, 'tallying')
  const [line] = money.paymentsOf(phone)
  if (!line) throw new Error('nothing was paid')
  await putPromptOut(id, HALF_HOUR + 20)
  for (const at of ['1999-05-04T10:00:00Z', new Date(now().getTime() + 86_400_000).toISOString()])
    await send(callbackUrl('stk', id), { body: paidCallback(id, { ...line, at }).body })
  await until('both are read', async () => (await callbacksOf(id)).every((row) => row.processed_at))
  expect((await callbacksOf(id)).map(({ outcome }) => outcome)).toEqual(
    Array(2).fill('confirmed: its time is not known'),
  )
  expect(await votesOf(video)).toBe(0)
  await pullStatement()
  await untilState(id, 'credited')
})

test('never told and asked about when the prizes are out: people look, and the statement brings the money', async () => {
  const { month, video, phone, id } = await orderBeforeTheEnd({ copies: 0 })
  money.mpesa.answer({ phone, answer: 'pin' })
  await money.passTime(HALF_HOUR + 1)
  await setPhase(month, 'closed')
  await askAboutDuePayments()
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'late' })
  await pullStatement(47)
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await until('the statement is read', () => receiptOf(receipt))).toMatchObject({
    status: 'unmatched',
    intent_id: id,
  })
  expect(await votesOf(video)).toBe(0)
})

test('a gift ordered after the end is refused in plain words, and so is the prompt of one that was refused before', async () => {
  const month = await openMonth(HALF_HOUR)
  const [video, phone] = [await addVideo(month), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'busy' })
  const id = String((await orderGift(video, phone)).json.gift_id)
  await money.passTime(HALF_HOUR + 1)
  const refusal = {
    status: 409,
    json: { code: 'voting_closed', error: 'Voting is not open for this challenge.' },
  }
  expect(await orderGift(video, newPhone())).toMatchObject(refusal)
  expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject(refusal)
  expect(money.paymentsOf(phone)).toEqual([])
})

test('Paybill payments: by vote code and by account number in time count, after the end they wait in suspense', async () => {
  const { video, phone, id } = await orderBeforeTheEnd('paid')
  money.mpesa.answer({ phone, answer: 'cancel' })
  await untilState(id, 'declined')
  const intime = await money.mpesa.payPaybill({
    phone: newPhone(),
    amountCents: 5_000n,
    account: video.voteCode,
  })
  await until('it counts', async () => (await votesOf(video)) === 1)
  await money.passTime(HALF_HOUR + 1)
  const late = await money.mpesa.payPaybill({
    phone: newPhone(),
    amountCents: 5_000n,
    account: video.voteCode,
  })
  const lateGift = await money.mpesa.payPaybill({
    phone,
    amountCents: 10_000n,
    account: await accountNumberOf(id),
  })
  expect(await until('settled', () => receiptOf(late.receipt ?? ''))).toMatchObject({ status: 'unmatched' })
  expect(await until('settled', () => receiptOf(lateGift.receipt ?? ''))).toMatchObject({
    status: 'unmatched',
    reason: 'late',
  })
  expect(await receiptOf(intime.receipt ?? '')).toMatchObject({ status: 'credited' })
  expect(await votesOf(video)).toBe(1)
  expect(await intentOf(id)).toMatchObject({ state: 'review' })
})

test('twenty gifts in the air at the stroke of the end: those paid before it count, the others do not', async () => {
  const month = await openMonth(HALF_HOUR)
  const video = await addVideo(month)
  money.mpesa.configure({ autoAccept: false, promptMs: 2 * HALF_HOUR * 1_000, callbackMs: 5_000 })
  const phones = Array.from({ length: 20 }, newPhone)
  const ids = await Promise.all(phones.map((phone) => order(video, phone)))
  for (const phone of phones.slice(0, 12)) money.mpesa.answer({ phone, answer: 'pin' })
  await money.passTime(HALF_HOUR + 1)
  for (const phone of phones.slice(12)) money.mpesa.answer({ phone, answer: 'pin' })
  await setPhase(month, 'tallying')
  // Product and M-Pesa together: behind M-Pesa's clock, later readings of the statement would miss payments.
  await money.passTime(6)
  const states = await Promise.all(ids.map((id) => untilState(id, 'credited', 'review')))
  expect(states.map(({ state }) => state)).toEqual([
    ...Array(12).fill('credited'),
    ...Array(8).fill('review'),
  ])
  expect(await votesOf(video)).toBe(12)
})
