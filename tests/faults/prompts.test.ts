// Prompts that are refused, doubled, or sent while M-Pesa or its token is not there.
import { expect, test, vi } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { circuitIsOpen } from '#lib/domain/mpesa/circuit.ts'
import { tellOfPrompts } from '#lib/domain/payments/order-prompt.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  accountNumberOf,
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  orderGift,
  receiptOf,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()

test('a double-tapped vote is one prompt, and the second tap is told of the first', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  const answers = await Promise.all([orderGift(video, phone, 5), orderGift(video, phone, 5)])
  const [taken, refused] = answers.sort((a, b) => a.status - b.status)
  expect(taken?.status).toBe(202)
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'prompt_open', gift_id: taken?.json.gift_id, error: expect.any(String) },
  })
  expect(money.promptsTo(phone)).toHaveLength(1)
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(String(taken?.json.gift_id), 'credited')
  expect(await votesOf(video)).toBe(5)
})

test('ten taps at once on one Idempotency-Key are one gift', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const taps = Array.from({ length: 10 }, () =>
    orderGift(video, phone, 1, { headers: { 'idempotency-key': 'one-intention' } }),
  )
  const answers = await Promise.all(taps)
  const taken = answers.filter(({ status }) => status === 202)
  expect(taken.length).toBeGreaterThan(0)
  expect(new Set(taken.map(({ json }) => json.gift_id)).size).toBe(1)
  for (const { status, json } of answers)
    if (status !== 202) expect([status, json.code]).toEqual([409, 'request_in_progress'])
  await untilState(String(taken[0]?.json.gift_id), 'credited')
  const again = await orderGift(video, phone, 1, { headers: { 'idempotency-key': 'one-intention' } })
  expect(again).toMatchObject({ status: 202, json: { gift_id: taken[0]?.json.gift_id } })
  expect(money.promptsTo(phone)).toHaveLength(1)
  expect(await votesOf(video)).toBe(1)
})

test('web dies between the gift and its answer: asked again, however much later, it is the same gift', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const headers = { 'idempotency-key': 'asked-again-after-a-crash' }
  const first = await orderGift(video, phone, 2, { headers })
  await untilState(String(first.json.gift_id), 'credited')
  await db().query('UPDATE idempotent_answer SET status = NULL, body = NULL WHERE key = $1', [
    headers['idempotency-key'],
  ])
  await money.passTime(121)
  expect(await orderGift(video, phone, 2, { headers })).toMatchObject({
    status: 202,
    json: { gift_id: first.json.gift_id },
  })
  expect(money.promptsTo(phone)).toHaveLength(1)
  expect(await votesOf(video)).toBe(2)
})

test('a phone with an open prompt gets no second one, for whatever video; once it is answered it does', async () => {
  const [first, second, phone] = [await money.video(), await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  const id = await order(first, phone, 2)
  expect(await orderGift(second, phone, 3)).toMatchObject({
    status: 409,
    json: { code: 'prompt_open', gift_id: id },
  })
  money.mpesa.answer({ phone, answer: 'cancel' })
  await untilState(id, 'declined')
  money.mpesa.configure({ autoAccept: true })
  const another = await order(second, phone, 3)
  await untilState(another, 'credited')
  expect(await votesOf(first)).toBe(0)
  expect(await votesOf(second)).toBe(3)
})

test('a phone on which somebody else’s prompt is open is told so, and the prompt can be tried again', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  const others = await order(await money.video(), phone)
  // The prompt is still on the handset, but this gift of ours is past: M-Pesa alone knows of it.
  await untilState(others, 'awaiting')
  await db().query(`UPDATE payment_intent SET state = 'verifying' WHERE id = $1`, [others])
  const answer = await orderGift(video, phone)
  expect(answer).toMatchObject({ status: 202, json: { payment_required: true } })
  const id = String(answer.json.gift_id)
  expect(await viewGift(id)).toMatchObject({
    status: 'pending',
    failure: 'locked',
    can_retry_prompt: true,
    prompt_open: false,
    message: expect.stringContaining('Another M-PESA request is open on this phone'),
  })
  money.mpesa.answer({ phone, answer: 'cancel' })
  await untilState(others, 'declined')
  money.mpesa.configure({ autoAccept: true })
  expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject({ status: 202, json: { id } })
  await untilState(id, 'credited')
  expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject({
    status: 409,
    json: { code: 'prompt_not_retryable' },
  })
})

test('M-Pesa unreachable opens the payment page, and a Paybill payment with its account number counts', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await money.mpesa.goAway()
  const answer = await orderGift(video, phone, 3)
  const id = String(answer.json.gift_id)
  expect(answer).toMatchObject({
    status: 202,
    json: { success: true, payment_required: true, payment_url: `/pay/${id}`, amount: 150 },
  })
  const account = await accountNumberOf(id)
  expect(await viewGift(id)).toMatchObject({ status: 'pending', paybill: { business_number: '600999' } })
  await money.mpesa.comeBack()
  const typed = ` ${account.toLowerCase().slice(0, 4)} ${account.toLowerCase().slice(4)}`
  expect(await money.mpesa.payPaybill({ phone, amountCents: 15_000n, account: typed })).toMatchObject({
    accepted: true,
  })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(3)
  expect(money.promptsTo(phone)).toHaveLength(0)
  expect(await viewGift(id)).toMatchObject({
    status: 'completed',
    receipt: money.paymentsOf(phone)[0]?.receipt,
  })
})

test('M-Pesa unreachable: the prompt can be sent once it is back, and is one prompt', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await money.mpesa.goAway()
  const id = String((await orderGift(video, phone, 2)).json.gift_id)
  expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject({
    status: 202,
    json: { can_retry_prompt: true },
  })
  await money.mpesa.comeBack()
  await send(`/api/gifts/${id}/prompt/`)
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
  expect(money.promptsTo(phone)).toHaveLength(1)
})

test('a look that does not reach M-Pesa is not spent: the payment is asked about again soon', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'no-callback' })
  const id = await order(video, phone)
  await untilState(id, 'awaiting')
  await money.mpesa.goAway()
  // The next look of the schedule is that of 180 seconds.
  await money.passTime(100)
  await askAboutDuePayments()
  await until('it was looked at', async () => (await intentOf(id)).queries === 1)
  await until('nothing is asked', async () => (await queue('payments').getJobCounts('active')).active === 0)
  await money.mpesa.comeBack()
  await money.passTime(30)
  await askAboutDuePayments()
  await untilState(id, 'credited')
})

test('three failures open the circuit: nothing is sent until it is tried again and M-Pesa answers', async () => {
  const video = await money.video()
  const failingPhones = [newPhone(), newPhone(), newPhone()]
  money.mpesa.configure({ outage: 'unavailable' })
  for (const phone of failingPhones) await orderGift(video, phone)
  expect(circuitIsOpen()).toBe(true)
  // Where nobody has given for six minutes, nobody knows whether it is down still.
  const later = addSeconds(now(), 360)
  expect(withClock(() => later, circuitIsOpen)).toBe(false)
  money.mpesa.configure({ outage: 'off' })
  const early = newPhone()
  const refused = await orderGift(video, early)
  expect(refused).toMatchObject({ status: 202, json: { payment_required: true } })
  expect(await intentOf(String(refused.json.gift_id))).toMatchObject({
    state: 'rejected',
    result_code: 'circuit_open',
  })
  expect(money.promptsTo(early)).toHaveLength(0)

  const real = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 11_000)
  const id = await order(video, newPhone())
  await untilState(id, 'credited')
  clock.mockRestore()
  expect(circuitIsOpen()).toBe(false)
})

test('a prompt paid by prompt and by Paybill counts once, the second payment waits in suspense', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const id = await order(video, phone, 2)
  await untilState(id, 'credited')
  // Validation would refuse the second payment; M-Pesa does not always ask.
  money.mpesa.configure({ validation: false })
  const paid = await money.mpesa.payPaybill({
    phone,
    amountCents: 10_000n,
    account: await accountNumberOf(id),
  })
  expect(await until('the second payment is known', () => receiptOf(paid.receipt ?? ''))).toMatchObject({
    status: 'unmatched',
    reason: 'paid_twice',
    intent_id: id,
  })
  expect(await votesOf(video)).toBe(2)
})

test('a prompt whose payment M-Pesa also tells as a Paybill payment counts once', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'also-c2b' })
  const id = await order(video, phone, 4)
  await untilState(id, 'credited')
  await until(
    'both are told',
    () =>
      money.mpesa.deliveries().filter(({ body }) => body.includes(money.paymentsOf(phone)[0]?.receipt ?? '?'))
        .length === 2,
  )
  expect(await votesOf(video)).toBe(4)
})

test.each([
  ['cancelled', 'cancelled', 'You cancelled the payment on your phone.'],
  ['wrong-pin', 'wrong_pin', 'The M-PESA PIN was wrong.'],
  ['low-balance', 'low_balance', 'There was not enough money in M-PESA.'],
  ['same-amount', 'duplicate', 'M-PESA refuses the same amount twice within 2 minutes.'],
  ['subscriber-locked', 'locked', 'Another M-PESA request is open on this phone.'],
  ['daily-limit', 'limit', 'over an M-PESA limit'],
  ['maximum-balance', 'limit', 'over an M-PESA limit'],
  ['push-error', 'not_sent', 'M-PESA could not send the prompt.'],
  ['push-error-9999', 'not_sent', 'M-PESA could not send the prompt.'],
  ['wrong-party', 'other', 'M-PESA did not accept the payment.'],
  ['wrong-product', 'other', 'M-PESA did not accept the payment.'],
  ['pin-locked', 'other', 'M-PESA did not accept the payment.'],
] as const)(
  'a prompt that ends as %s fails as %s, in a clear sentence, and counts nothing',
  async (outcome, failure, words) => {
    const [video, phone] = [await money.video(), newPhone()]
    money.mpesa.setNext({ phone, outcome })
    const id = await order(video, phone)
    await untilState(id, 'declined')
    expect(await viewGift(id)).toMatchObject({
      status: 'failed',
      failure,
      message: expect.stringContaining(words),
    })
    expect(await votesOf(video)).toBe(0)
  },
)

test('the same amount again within two minutes is refused by M-Pesa and told so; another amount is not', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ rule17: true })
  await untilState(await order(video, phone, 2), 'credited')
  const again = await order(video, phone, 2)
  await untilState(again, 'declined')
  expect(await viewGift(again)).toMatchObject({ failure: 'duplicate' })
  await untilState(await order(video, phone, 3), 'credited')
  expect(await votesOf(video)).toBe(5)
})

test.each(['busy', 'throttled'] as const)(
  'a prompt that M-Pesa refuses as %s opens the payment page',
  async (outcome) => {
    const [video, phone] = [await money.video(), newPhone()]
    money.mpesa.setNext({ phone, outcome })
    const answer = await orderGift(video, phone)
    expect(answer).toMatchObject({ status: 202, json: { payment_required: true } })
    expect(await viewGift(String(answer.json.gift_id))).toMatchObject({
      failure: 'not_sent',
      can_retry_prompt: true,
    })
  },
)

test('a number of another network is told so, and not that M-Pesa sends no prompts', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'other-network' })
  const answer = await orderGift(video, phone)
  const message = expect.stringMatching(
    /^This number is not registered with M-PESA.* You can pay by Paybill instead\.$/,
  )
  expect(answer).toMatchObject({ status: 202, json: { payment_required: true, message } })
  expect(await viewGift(String(answer.json.gift_id))).toMatchObject({
    failure: 'wrong_number',
    message,
    can_retry_prompt: false,
  })
})

test.each(['error', 'error-after', 'ack-lost-before'] as const)(
  'an unclear answer (%s) is never sent again',
  async (outcome) => {
    const [video, phone] = [await money.video(), newPhone()]
    money.mpesa.setNext({ phone, outcome })
    const answer = await orderGift(video, phone)
    expect(answer).toMatchObject({ status: 202, json: { payment_required: false } })
    const id = String(answer.json.gift_id)
    expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject({
      status: 409,
      json: { code: 'prompt_not_retryable' },
    })
    tellOfPrompts()
    if (outcome === 'error-after') await untilState(id, 'credited')
    expect(await orderGift(video, phone)).toMatchObject(
      outcome === 'error-after' ? { status: 202 } : { status: 409 },
    )
    expect(money.promptsTo(phone).length).toBe(outcome === 'error-after' ? 2 : 1)
  },
)
