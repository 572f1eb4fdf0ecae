// Subscriptions whose payments come too often, too late, twice or not at all: through the real worker and database.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { queue } from '#lib/core/queue.ts'
import { assignTracksJob } from '#lib/domain/assignments/jobs.ts'
import { untilSettled } from '#tests/support/callback-bodies.ts'
import { openMonth } from '#tests/support/contest.ts'
import {
  addTracks,
  cardOf,
  type Dancer,
  newDancer,
  paymentsFor,
  pressSubscribe,
  tracksOf,
  untilPayment,
  untilTracks,
} from '#tests/support/dancers.ts'
import { agreed, twoAdmins, untilRefund } from '#tests/support/desk-payments.ts'
import { changeMonth } from '#tests/support/feed.ts'
import {
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
beforeAll(() => addTracks(4))
beforeEach(() => changeMonth(money.month, { launch_slots: 0 }))

const RESERVED_SECONDS = 600

/** A dancer whose prompt has this outcome. */
async function subscribeWith(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome']) {
  const dancer = await newDancer()
  money.mpesa.setNext({ phone: dancer.phone, outcome })
  expect((await pressSubscribe(dancer, money.month)).status).toBe(202)
  const [payment] = await paymentsFor(dancer)
  return { dancer, id: payment?.id ?? '' }
}

async function callAgain(id: string): Promise<void> {
  const { checkout_request_id } = await intentOf(id)
  await money.mpesa.callAgain({ checkoutRequestId: checkout_request_id ?? '' })
}

test('the same callback ten times at once subscribes once, and the tracks come once', async () => {
  const { dancer, id } = await subscribeWith('ten-at-once')
  const outcomes = await untilSettled(id, 10)
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
  const tracks = await untilTracks(dancer, 3)
  const again = Array.from({ length: 10 }, () =>
    queue(assignTracksJob.queue).add(assignTracksJob.name, {
      challengeId: money.month.id,
      dancerId: dancer.id,
    }),
  )
  const jobs = await Promise.all(again)
  for (const job of jobs)
    await until('the job has run again', async () => (await job.getState()) === 'completed')
  expect(await tracksOf(dancer)).toEqual(tracks)
})

test('a lost callback is found by the query, and the dancer gets their tracks; the receipt follows', async () => {
  const { dancer, id } = await subscribeWith('no-callback')
  await untilState(id, 'awaiting')
  await money.passTime(21)
  await askAboutDuePayments()
  await untilState(id, 'credited')
  await untilTracks(dancer, 3)
  await pullStatement()
  const receipt = money.paymentsOf(dancer.phone)[0]?.receipt ?? ''
  expect(await until('the receipt is known', () => receiptOf(receipt))).toMatchObject({
    status: 'credited',
    intent_id: id,
  })
  expect(await cardOf(dancer)).toMatchObject({ subscribed: true })
})

test('with acknowledgement and callback lost, the statement subscribes', async () => {
  const { dancer, id } = await subscribeWith('ack-lost-silent')
  await untilState(id, 'submit_unknown')
  await until('the dancer has paid', () => money.paymentsOf(dancer.phone)[0])
  expect(await cardOf(dancer)).toMatchObject({ subscribed: false, payment_status: 'pending' })
  await pullStatement()
  await untilState(id, 'credited')
  await untilTracks(dancer, 3)
})

test('declined by two queries, then a success callback after all: it counts', async () => {
  const { dancer, id } = await subscribeWith({ query: 'failed', copies: 0 })
  await untilState(id, 'awaiting')
  for (const [seconds, count] of [
    [21, 1],
    [16, 2],
  ] as const) {
    await money.passTime(seconds)
    await askAboutDuePayments()
    await untilSettled(id, count)
  }
  expect(await cardOf(dancer)).toMatchObject({ subscribed: false, payment_status: 'failed' })
  await callAgain(id)
  await untilState(id, 'credited')
  await untilTracks(dancer, 3)
})

test('another amount goes to suspense; the dancer is told, and not asked to pay again', async () => {
  const { dancer, id } = await subscribeWith('wrong-amount')
  await untilState(id, 'review')
  expect(await cardOf(dancer)).toMatchObject({
    subscribed: false,
    payment_status: 'pending',
    message: 'We have your payment, and our team is looking at it. Don’t pay again.',
  })
  const retry = { phone_number: dancer.phone, retry_payment: true }
  expect(await pressSubscribe(dancer, money.month, retry)).toMatchObject({
    status: 409,
    json: { code: 'payment_under_review' },
  })
})

test('money that goes back is told as that, on its way and there', async () => {
  const { dancer, id } = await subscribeWith('wrong-amount')
  await untilState(id, 'review')
  money.mpesa.setNext({ api: 'reversal', outcome: 'late' })
  await agreed(await twoAdmins(), id, { action: 'refund' })
  expect(await cardOf(dancer)).toMatchObject({
    payment_status: 'failed',
    message: 'We couldn’t accept your last payment, so we’re sending it back.',
    refund: 'pending',
  })
  await untilRefund(money.paymentsOf(dancer.phone)[0]?.receipt ?? '', 'accepted')
  await money.passTime(60)
  await untilState(id, 'refunded')
  expect(await cardOf(dancer)).toMatchObject({
    payment_status: 'failed',
    message: 'We couldn’t accept your last payment, so we sent it back.',
    refund: 'done',
  })
})

test('paid after submissions have closed, it buys nothing: people send it back', async () => {
  money.mpesa.configure({ autoAccept: false })
  const { dancer, id } = await subscribeWith('paid')
  await untilState(id, 'awaiting')
  await changeMonth(money.month, { submissions_end_at: money.month.endsAt })
  await changeMonth(money.month, { submissions_end_at: (await intentOf(id)).next_check_at })
  await money.passTime(30)
  money.mpesa.answer({ phone: dancer.phone, answer: 'pin' })
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'late' })
  await changeMonth(money.month, { submissions_end_at: money.month.endsAt })
  expect(await tracksOf(dancer)).toEqual([])
})

test('paid in time and told once submissions have closed, it buys nothing that the dancer could use', async () => {
  const { dancer, id } = await subscribeWith({ copies: 0, query: 'processing' })
  await untilState(id, 'awaiting')
  await until('it is paid', () => money.paymentsOf(dancer.phone).length === 1)
  await money.passTime(30)
  await changeMonth(money.month, { submissions_end_at: now() })
  await callAgain(id)
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'late' })
  const both = await twoAdmins()
  expect(await agreed(both, id, { action: 'credit' })).toMatchObject({
    status: 409,
    json: { code: 'submissions_closed' },
  })
  await changeMonth(money.month, { submissions_end_at: money.month.endsAt })
  expect(await tracksOf(dancer)).toEqual([])
})

test('two payments of one subscription, told at once: one counts, the other waits in suspense', async () => {
  const twice: { dancer: Dancer; ids: string[] }[] = []
  for (let n = 0; n < 4; n++) {
    const { dancer, id } = await subscribeWith({ copies: 0, query: 'processing' })
    await untilState(id, 'awaiting')
    twice.push({ dancer, ids: [id] })
  }
  await money.passTime(100)
  await askAboutDuePayments()
  for (const one of twice) {
    const { dancer, ids } = one
    await untilState(ids[0] ?? '', 'verifying')
    const body = { phone_number: dancer.phone }
    expect(await pressSubscribe(dancer, money.month, body)).toMatchObject({
      status: 409,
      json: { code: 'payment_unclear' },
    })
    money.mpesa.setNext({ phone: dancer.phone, outcome: { copies: 0, query: 'processing' } })
    const retry = await pressSubscribe(dancer, money.month, { ...body, retry_payment: true })
    expect(retry.status, retry.text).toBe(202)
    one.ids = (await paymentsFor(dancer)).map((payment) => payment.id)
    await until('both are paid', () => money.paymentsOf(dancer.phone).length === 2)
  }
  await Promise.all(twice.flatMap(({ ids }) => ids.map(callAgain)))
  for (const { dancer, ids } of twice) {
    const payments = await Promise.all(ids.map((id) => untilState(id, 'credited', 'review')))
    expect(payments.map(({ state }) => state).sort()).toEqual(['credited', 'review'])
    expect(payments.find(({ state }) => state === 'review')?.review_reason).toBe('paid_twice')
    await untilTracks(dancer, 3)
    expect(await cardOf(dancer)).toMatchObject({ subscribed: true })
  }
})

test('a wallet that pays while a lost prompt comes through pays once; the prompt’s money waits in suspense', async () => {
  const { dancer, id } = await subscribeWith({ copies: 0, query: 'processing' })
  await untilState(id, 'awaiting')
  await money.passTime(100)
  await askAboutDuePayments()
  await untilState(id, 'verifying')
  const video = await money.video({ dancerId: dancer.id })
  await untilState(await order(video, newPhone(), 70), 'credited')
  expect((await pressSubscribe(dancer, money.month, { retry_payment: true })).status).toBe(202)
  await callAgain(id)
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'paid_twice' })
})

test('a launch slot comes back after ten minutes; paid later it counts while a slot is free, and never is one too many', async () => {
  await changeMonth(money.month, { launch_slots: 2 })
  const lapsed = []
  for (let n = 0; n < 2; n++) lapsed.push(await subscribeWith({ copies: 0, query: 'processing' }))
  for (const { id } of lapsed) expect(await intentOf(id)).toMatchObject({ amount: 5_000n })
  const other = await newDancer()
  expect((await cardOf(other)).challenge).toMatchObject({ subscription_fee: 1_000, is_launch_offer: false })
  await money.passTime(RESERVED_SECONDS + 1)
  const third = await newDancer()
  expect((await cardOf(third)).challenge).toMatchObject({ subscription_fee: 50, is_launch_offer: true })
  expect(await pressSubscribe(third, money.month)).toMatchObject({ json: { amount: 50 } })
  await untilPayment(third, 'credited')
  const [first, second] = lapsed
  if (!first || !second) throw new Error('There are two.')
  await callAgain(first.id)
  await untilState(first.id, 'credited')
  // Who asks anew pays the price of now; the KES 50 of before M-Pesa would not take any more.
  expect(await cardOf(second.dancer)).toMatchObject({ paybill: null, challenge: { subscription_fee: 1_000 } })
  const retry = { phone_number: second.dancer.phone, retry_payment: true, shown_fee: 50 }
  expect(await pressSubscribe(second.dancer, money.month, retry)).toMatchObject({
    status: 409,
    json: { code: 'price_changed', subscription_fee: 1_000 },
  })
  expect(await paymentsFor(second.dancer)).toHaveLength(1)
  await callAgain(second.id)
  expect(await untilState(second.id, 'review')).toMatchObject({ review_reason: 'late' })
  const receipt = money.paymentsOf(second.dancer.phone)[0]?.receipt ?? ''
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', amount: 5_000n })
})

test('who tries again within the ten minutes keeps their slot, and who has danced before has none', async () => {
  await changeMonth(money.month, { launch_slots: 3 })
  const { dancer, id } = await subscribeWith({ copies: 0, query: 'processing' })
  await money.passTime(100)
  await askAboutDuePayments()
  await untilState(id, 'verifying')
  expect((await cardOf(dancer)).challenge).toMatchObject({ subscription_fee: 50 })
  const retry = { phone_number: dancer.phone, retry_payment: true, shown_fee: 50 }
  expect(await pressSubscribe(dancer, money.month, retry)).toMatchObject({
    status: 202,
    json: { amount: 50 },
  })
  await untilPayment(dancer, 'credited')
  await callAgain(id)
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'paid_twice' })
  const next = await openMonth()
  await changeMonth(next, { launch_slots: 100 })
  expect((await cardOf(dancer)).challenge).toMatchObject({ id: next.id, subscription_fee: 1_000 })
  await changeMonth(next, { phase: 'closed' })
})
