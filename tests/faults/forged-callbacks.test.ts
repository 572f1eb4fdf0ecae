// Callbacks that nobody but M-Pesa should send: forged, from elsewhere, or holding anything at all (docs/money.md, Faults).
import { expect, test } from 'vitest'
import { callbackToken, callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { failure, success, untilSettled } from '#tests/support/callback-bodies.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  callbacksOf,
  intentOf,
  newPhone,
  order,
  receiptOf,
  setUpMoney,
  untilState,
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
