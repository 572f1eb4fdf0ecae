// Callbacks that come too often, too early, twisted, false or not at all (docs/money.md, Faults).
import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { OWN_SOURCE } from '#lib/domain/payments/callback-source.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { failure, untilSettled } from '#tests/support/callback-bodies.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
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
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()

/** Orders a gift of two votes whose prompt has this outcome. */
async function orderWith(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome']) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome })
  return { video, phone, id: await order(video, phone, 2) }
}

test('the same callback ten times at once counts once', async () => {
  const { id, video } = await orderWith('ten-at-once')
  const outcomes = await untilSettled(id, 10)
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(9)
  expect(await votesOf(video)).toBe(2)
  expect(await walletOf(video.dancerId)).toBe(3_000n)
})

test('callbacks that race the query count once, whichever is first, and leave their receipt', async () => {
  const gifts = []
  for (let n = 0; n < 6; n++) gifts.push(await orderWith('no-callback'))
  for (const { id } of gifts) await untilState(id, 'awaiting')
  await money.passTime(21)
  const checkouts = await Promise.all(
    gifts.map(async ({ id }) => (await intentOf(id)).checkout_request_id ?? ''),
  )
  await Promise.all([
    askAboutDuePayments(),
    ...checkouts.map((checkoutRequestId) => money.mpesa.callAgain({ checkoutRequestId, copies: 2 })),
  ])
  for (const { id, video, phone } of gifts) {
    // Where its callbacks were the fastest, M-Pesa is not asked any more.
    await untilSettled(id, 2)
    expect(await intentOf(id)).toMatchObject({ state: 'credited' })
    expect(await votesOf(video)).toBe(2)
    expect(await viewGift(id)).toMatchObject({ receipt: money.paymentsOf(phone)[0]?.receipt })
  }
})

/** Waits until the answer to the prompt's request is stored. */
function untilAcknowledged(id: string): Promise<unknown> {
  return until('the acknowledgement is stored', async () => {
    const { rows } = await db().query(
      'SELECT 1 FROM daraja_request WHERE intent_id = $1 AND responded_at IS NOT NULL',
      [id],
    )
    return rows.length > 0
  })
}

// `beforeAck` stores the callback before the acknowledgement, `slow` settles it before as well.
test.each([{ beforeAck: true }, { ack: 'slow' } as const])(
  'a callback that comes before the acknowledgement is stored counts: %j',
  async (outcome) => {
    money.mpesa.configure({ slowMs: 700 })
    const { id, video } = await orderWith(outcome)
    await untilState(id, 'credited')
    await untilAcknowledged(id)
    expect(await intentOf(id)).toMatchObject({ state: 'credited', checkout_request_id: expect.any(String) })
    expect(await votesOf(video)).toBe(2)
  },
)

test.each([{ beforeAck: true }, { ack: 'slow' } as const])(
  'a refusal that comes before the acknowledgement stays a refusal: %j',
  async (outcome) => {
    money.mpesa.configure({ slowMs: 700 })
    const { id } = await orderWith({ ...outcome, answer: 1032 })
    await untilState(id, 'declined')
    await untilAcknowledged(id)
    expect(await viewGift(id)).toMatchObject({ status: 'failed', failure: 'cancelled' })
  },
)

test('a lost callback is found by the query; the statement brings its receipt', async () => {
  const { id, video, phone } = await orderWith('no-callback')
  await untilState(id, 'awaiting')
  await money.passTime(21)
  await askAboutDuePayments()
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
  expect(await viewGift(id)).toMatchObject({ status: 'completed', receipt: null })
  await pullStatement()
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await until('the receipt is known', () => receiptOf(receipt))).toMatchObject({
    status: 'credited',
    intent_id: id,
  })
  expect(await votesOf(video)).toBe(2)
})

test('with acknowledgement and callback lost, the statement finds the payment', async () => {
  const { id, video, phone } = await orderWith('ack-lost-silent')
  await untilState(id, 'submit_unknown')
  await until('the payer has paid', () => money.paymentsOf(phone)[0])
  await pullStatement()
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
  expect(money.promptsTo(phone)).toHaveLength(1)
})

test('a statement of many pages is read to its end', async () => {
  money.mpesa.configure({ statementPageSize: 3 })
  // Alternating: lost acknowledgements alone would open the circuit.
  const outcomes = Array.from({ length: 8 }, (_, n) => (n % 2 ? 'ack-lost-silent' : 'no-callback'))
  const gifts: { id: string; phone: string }[] = []
  for (const outcome of outcomes) gifts.push(await orderWith(outcome))
  await until('all have paid', () => gifts.every(({ phone }) => money.paymentsOf(phone).length === 1))
  await pullStatement()
  for (const { id } of gifts) await untilState(id, 'credited')
})

test('an acknowledgement lost while the payer pays: the callback counts it and no second prompt is sent', async () => {
  const { id, video, phone } = await orderWith('ack-lost')
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
  expect(money.promptsTo(phone)).toHaveLength(1)
  // The callback knows the prompt's id, which the lost acknowledgement would have told.
  expect((await intentOf(id)).checkout_request_id).toMatch(/^ws_CO_/)
})

test('a query that says failed once decides nothing; the callback counts', async () => {
  const { id, video } = await orderWith({ query: 'failed', copies: 0 })
  await untilState(id, 'awaiting')
  await money.passTime(21)
  await askAboutDuePayments()
  expect(await untilSettled(id, 1)).toEqual(['query said 1032'])
  const { state, checkout_request_id } = await intentOf(id)
  expect(state).toBe('awaiting')
  await money.mpesa.callAgain({ checkoutRequestId: checkout_request_id ?? '' })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('a query that says failed twice declines, and a success callback after it still counts', async () => {
  const { id, video } = await orderWith({ query: 'failed', copies: 0 })
  await untilState(id, 'awaiting')
  for (const seconds of [21, 16]) {
    await money.passTime(seconds)
    await askAboutDuePayments()
    await untilSettled(id, seconds === 21 ? 1 : 2)
  }
  expect(await viewGift(id)).toMatchObject({ status: 'failed', failure: 'cancelled' })
  expect(await votesOf(video)).toBe(0)
  await money.mpesa.callAgain({ checkoutRequestId: (await intentOf(id)).checkout_request_id ?? '' })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('nothing takes a counted vote back: failures that follow are passed over', async () => {
  const { id, video } = await orderWith('paid')
  await untilState(id, 'credited')
  await send(callbackUrl('stk', id), { body: failure('1032') })
  expect(await untilSettled(id, 2)).toEqual(['credited', 'already credited'])
  expect(await votesOf(video)).toBe(2)
})

test.each(['4999', '', '7777'])('a failure callback with the code "%s" declines nothing', async (code) => {
  money.mpesa.configure({ autoAccept: false })
  const { id, phone, video } = await orderWith('paid')
  await untilState(id, 'awaiting')
  await send(callbackUrl('stk', id), { body: failure(code) })
  expect(await untilSettled(id, 1)).toEqual(['to be verified'])
  expect(await viewGift(id)).toMatchObject({ status: 'pending' })
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test.each(['odd-body', 'code-as-text'])('a body that is %s counts like any other', async (outcome) => {
  const { id, video } = await orderWith(outcome)
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('another amount than was asked for goes to suspense, and people look at the gift', async () => {
  const { id, video, phone } = await orderWith('wrong-amount')
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'wrong_amount' })
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', amount: 9_000n, intent_id: id })
  expect(await viewGift(id)).toMatchObject({ status: 'under_review' })
  expect(await votesOf(video)).toBe(0)
})

test('told of another amount after a query had it counted: it stays counted, and the platform bears the difference', async () => {
  const { id, video, phone } = await orderWith({ wrongAmount: true, late: true })
  await until('the payer has paid', () => money.paymentsOf(phone)[0])
  await money.passTime(0)
  const body = {
    ResponseCode: '0',
    ResultCode: '0',
    ResultDesc: '',
    CheckoutRequestID: (await intentOf(id)).checkout_request_id,
    MerchantRequestID: 'm',
  }
  await storeCallback({
    kind: 'stk_query',
    intentId: id,
    sourceAddress: OWN_SOURCE,
    body: JSON.stringify(body),
  })
  await untilState(id, 'credited')
  await money.passTime(60)
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await until('the receipt is known', () => receiptOf(receipt))).toMatchObject({
    status: 'credited',
    amount: 9_000n,
    reason: 'wrong_amount',
  })
  expect(await votesOf(video)).toBe(2)
  expect(await walletOf(video.dancerId)).toBe(3_000n)
})

test('a receipt that was counted before counts nothing else; what was really paid waits in suspense', async () => {
  const earlier = await orderWith('paid')
  await untilState(earlier.id, 'credited')
  const { id, video, phone } = await orderWith('receipt-reused')
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'receipt_reused' })
  expect(await votesOf(video)).toBe(0)
  await pullStatement()
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await until('the statement is read', () => receiptOf(receipt))).toMatchObject({
    status: 'unmatched',
    reason: 'in_review',
  })
})
