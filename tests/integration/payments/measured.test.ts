// The measurements behind the service levels (docs/operations/watch.md, Service levels).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#lib/core/outbox.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { creditByHand } from '#lib/domain/payments/credit-by-hand.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { paidCallback, queryAnswer } from '#tests/support/evidence.ts'
import { untilListening } from '#tests/support/feed.ts'
import { increases, seriesValue } from '#tests/support/measures.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { asOwner } from '#tests/support/owner.ts'
import { changeIntent, paidGift, tellTheRest } from '#tests/support/paid-gift.ts'
import { newEarner, untilPayout, withdrawn, workPayouts } from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { listen } from '../realtime/listener.ts'

const money = setUpMoney()
let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  await untilListening()
})
afterAll(() => server.close())

const VISIBLE = 'ngoma_vote_visible_seconds'

test('a gift is measured from its order to the message of its votes', async () => {
  const video = await money.video()
  const reader = await listen(server.port, `/ws/votes/${video.id}/`)
  const prompted = '{path="/mpesa/stkpush/v1/processrequest",outcome="2xx"}'
  const increased = await increases({
    ngoma_prompt_wait_seconds_count: 1,
    ngoma_prompt_answer_seconds_count: 1,
    'ngoma_prompts_total{outcome="awaiting"}': 1,
    [`ngoma_mpesa_request_duration_seconds_count${prompted}`]: 1,
    'ngoma_callbacks_total{kind="stk",status="200"}': 1,
    ngoma_callback_delay_seconds_count: 1,
    'ngoma_payments_total{purpose="gift",outcome="credited"}': 1,
    'ngoma_payments_credited_shillings_total{purpose="gift"}': 250,
    ngoma_votes_counted_total: 5,
    [`${VISIBLE}_count`]: 1,
  })
  await untilState(await order(video, newPhone(), 5), 'credited')
  await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 5)
  await increased()
})

test('a payment that M-Pesa tells of an hour later counts as late, whether or not somebody watches the video', async () => {
  const increased = await increases({
    [`${VISIBLE}_bucket{le="600"}`]: 0,
    [`${VISIBLE}_count`]: 1,
    'ngoma_callback_delay_seconds_bucket{le="600"}': 0,
    ngoma_callback_delay_seconds_count: 1,
  })
  const gift = await paidGift(money)
  await storeCallback(paidCallback(gift.id, gift.line))
  await untilState(gift.id, 'credited')
  await increased()
})

test('a payment that only a query proves counts from its prompt: nobody knows when it was paid', async () => {
  const increased = await increases({
    [`${VISIBLE}_bucket{le="600"}`]: 0,
    [`${VISIBLE}_count`]: 1,
    ngoma_callback_delay_seconds_count: 0,
  })
  const gift = await paidGift(money)
  await storeCallback(queryAnswer(gift.id, 0))
  await untilState(gift.id, 'credited')
  await increased()
  await tellTheRest(gift)
})

test('a payment of another amount needs people', async () => {
  const increased = await increases({
    'ngoma_payments_total{purpose="gift",outcome="people"}': 1,
    'ngoma_payments_total{purpose="gift",outcome="credited"}': 0,
    [`${VISIBLE}_count`]: 0,
  })
  const gift = await paidGift(money, 3, 14_000n)
  await storeCallback(paidCallback(gift.id, gift.line))
  await untilState(gift.id, 'review')
  await increased()
})

test('a payment that people credit is not measured: their decision is no delay of the product', async () => {
  const gift = await paidGift(money)
  await changeIntent(gift.id, `state = 'unresolved', next_check_at = NULL`)
  const before = await seriesValue(`${VISIBLE}_count`)
  const { receipt, amountCents: amount, at, phone, account } = gift.line
  const { user } = await signInAs('super_admin')
  await transaction((tx) =>
    creditByHand(
      tx,
      { gift: giftPurpose },
      {
        intentId: gift.id,
        paid: {
          ...{ kind: 'paid', source: 'desk', trusted: true, isTimeKnown: true },
          ...{ receipt, amount, paidAt: new Date(at), phone, accountReference: account },
        },
        actor: user.id,
      },
    ),
  )
  // Messages arrive in order: the next gift's is measured after this one's.
  const increased = await increases({ [`${VISIBLE}_count`]: 1 })
  await untilState(await order(await money.video(), newPhone()), 'credited')
  await increased()
  expect(await seriesValue(`${VISIBLE}_count`)).toBe(before + 1)
})

test.each([
  ['its time', false, {}, { 'ngoma_payout_delay_seconds_bucket{le="86400"}': 0 }],
  ['the last approval', true, {}, { 'ngoma_payout_delay_seconds_bucket{le="86400"}': 1 }],
  [
    'its time, if its Result comes before the acknowledgement',
    false,
    { beforeAck: true, ack: 'slow' },
    { 'ngoma_payout_delay_seconds_bucket{le="86400"}': 0 },
  ],
] as const)('a payout is due at %s', async (_, isApproved, outcome, late) => {
  const increased = await increases({
    ...late,
    ngoma_payout_delay_seconds_count: 1,
    'ngoma_payouts_total{outcome="paid"}': 1,
    ngoma_payouts_paid_shillings_total: 100,
  })
  const earner = await newEarner(money)
  money.mpesa.configure({ slowMs: 700 })
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome })
  const reference = await withdrawn(earner, 100)
  await asOwner(async (owner) => {
    const due = `UPDATE payout SET approve_after = created_at - interval '2 days' WHERE reference = $1`
    await owner.query(due, [reference])
    const approved = `INSERT INTO payout_approval (payout_id, officer_id) SELECT id, $2 FROM payout WHERE reference = $1`
    if (isApproved) await owner.query(approved, [reference, (await signInAs('super_admin')).user.id])
  })
  await workPayouts()
  await untilPayout(reference, 'paid')
  await increased()
})
