// Callbacks that come too often, too early, twisted, false or not at all (design/money.md, Faults).
import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { callbackToken, callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  callbacksOf,
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
const accepted = { ResultCode: 0, ResultDesc: 'Accepted' }

/** Orders a gift of two votes whose prompt has this outcome. */
async function orderWith(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome']) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome })
  return { video, phone, id: await order(video, phone, 2) }
}

/** Waits until so many callbacks of a payment are settled. @returns what was made of each */
function untilSettled(id: string, count: number): Promise<(string | null)[]> {
  return until(`${count} callbacks are settled`, async () => {
    const found = await callbacksOf(id)
    return found.length >= count && found.every((row) => row.processed_at) && found.map((row) => row.outcome)
  })
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
    await untilSettled(id, 3)
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

test('a forged token is answered like a right one and nothing is stored', async () => {
  money.mpesa.configure({ autoAccept: false })
  const { id, phone } = await orderWith('paid')
  await untilState(id, 'awaiting')
  const right = callbackToken('stk', id)
  const forged = [
    `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`,
    callbackToken('c2b/confirmation', id),
    `${'0'.repeat(32)}${right.slice(32)}`,
    right.slice(0, 32),
    'x'.repeat(64),
  ]
  for (const token of forged) {
    const answer = await send(`/api/payments/m/${token}/stk/`, { body: success('NLJ7RT61SV', 100) })
    expect(answer).toMatchObject({ status: 200, json: accepted })
  }
  expect(await callbacksOf(id)).toEqual([])
  expect(await receiptOf('NLJ7RT61SV')).toBeUndefined()
  expect(await intentOf(id)).toMatchObject({ state: 'awaiting' })
  money.mpesa.answer({ phone, answer: 'cancel' })
  await untilState(id, 'declined')
})

test('a right token from an unlisted address is believed only after a query', async () => {
  money.mpesa.configure({ autoAccept: false })
  const { id, phone, video } = await orderWith({ copies: 0 })
  await untilState(id, 'awaiting')
  const answer = await send(callbackUrl('stk', id), { from: '127.0.0.66', body: success('NLJ7RT61SX', 100) })
  expect(answer).toMatchObject({ status: 200, json: accepted })
  expect(await untilSettled(id, 1)).toEqual(['to be verified'])
  await askAboutDuePayments()
  await untilSettled(id, 2)
  // M-Pesa knows nothing of it yet.
  expect(await intentOf(id)).toMatchObject({ state: 'verifying' })
  expect(await votesOf(video)).toBe(0)
  money.mpesa.answer({ phone, answer: 'pin' })
  await send(callbackUrl('stk', id), { from: '127.0.0.66', body: success('NLJ7RT61SX', 100) })
  await untilSettled(id, 3)
  await askAboutDuePayments()
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
  // The receipt that the unlisted address named is not the one that M-Pesa gave.
  expect(await receiptOf('NLJ7RT61SX')).toBeUndefined()
})

test('an unlisted address cannot have another prompt asked about in place of the gift’s own', async () => {
  const other = await orderWith('paid')
  const { checkout_request_id: paidPrompt } = await untilState(other.id, 'credited')
  const { id, video } = await orderWith('ack-lost-before')
  await untilState(id, 'submit_unknown')
  const forged = success('NLJ7RT61SZ', 100)
  const body = { Body: { stkCallback: { ...forged.Body.stkCallback, CheckoutRequestID: paidPrompt } } }
  await send(callbackUrl('stk', id), { from: '127.0.0.66', body })
  expect(await untilSettled(id, 1)).toEqual(['to be verified'])
  expect(await intentOf(id)).toMatchObject({ state: 'verifying', checkout_request_id: null })
  await askAboutDuePayments()
  await until('it was asked, had it been possible', async () => (await intentOf(id)).queries > 0)
  expect(await votesOf(video)).toBe(0)
})

test('a refusal from an unlisted address declines nothing', async () => {
  money.mpesa.configure({ autoAccept: false })
  const { id, phone } = await orderWith('paid')
  await untilState(id, 'awaiting')
  await send(callbackUrl('stk', id), { from: '127.0.0.66', body: failure('1032') })
  expect(await untilSettled(id, 1)).toEqual(['to be verified'])
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(id, 'credited')
})

test('whatever the body holds, it is answered at once, stored, and holds up no other payment', async () => {
  money.mpesa.configure({ autoAccept: false })
  const { id, phone } = await orderWith('paid')
  await untilState(id, 'awaiting')
  const bodies: unknown[] = [
    '',
    'no JSON',
    '[]',
    'null',
    '{"Body":{}}',
    success('  ', 100),
    success('NLJ7RT61SY', 0),
    success('NLJ7RT61SY', -100),
    success('NLJ7RT61SY', '1e3'),
    { Body: { stkCallback: { ResultCode: '1\u00000', CheckoutRequestID: 'ws_CO_\u0000' } } },
    { Body: { stkCallback: { ResultCode: 1032.5, CheckoutRequestID: '\ud800' } } },
  ]
  const unlisted = [success('NUL\u0000RECEIPT', 100), success('\ud800', 100), success('R'.repeat(5_000), 100)]
  for (const [from, list] of [
    ['127.0.0.1', bodies],
    ['127.0.0.66', unlisted],
  ] as const) {
    for (const body of list) {
      expect(await send(callbackUrl('stk', id), { body, from })).toMatchObject({
        status: 200,
        json: accepted,
      })
    }
  }
  expect(await untilSettled(id, bodies.length + unlisted.length)).not.toContain('credited')
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(id, 'credited')
})

function success(receipt: string, amount: unknown) {
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
  ]
  return { Body: { stkCallback: { ResultCode: 0, CheckoutRequestID: '', CallbackMetadata: { Item } } } }
}

function failure(code: string) {
  return { Body: { stkCallback: { ResultCode: code, ResultDesc: 'Of a test', CheckoutRequestID: '' } } }
}
