// A worker that is told to end while M-Pesa takes long to answer: it waits for that answer and begins nothing more, so that nothing
// is under way when it is killed. Through the worker's consumers, the database and the simulator.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queue } from '#lib/core/queue.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import {
  agreed,
  refundsOf,
  reversalsOf,
  twoAdmins,
  untilRefund,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { setUpMoney, untilState } from '#tests/support/money.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  untilPayout,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { startConsumers } from '#workers/consume.ts'

const SLOW_SECONDS = 60

// The turns are this file's own: no clock brings one.
const money = setUpMoney({ worker: 'none', settings: { slowMs: SLOW_SECONDS * 1_000 } })
const both = await twoAdmins()

let endWorker: () => Promise<void>
beforeAll(() => {
  endWorker = startConsumers()
})
afterAll(() => endWorker())

/** The worker is told to end, then M-Pesa gives the answer that it waits for. Another worker follows. */
async function followWorker(): Promise<void> {
  const ended = endWorker()
  await money.passTime(SLOW_SECONDS)
  await ended
}

/** A withdrawal of KES 100 out of 150 on its day of payment. */
async function duePayout() {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  return { phone: earner.phone, reference }
}

test('of the payouts that are due, those that it has not begun are the next worker’s', async () => {
  const [slow, next] = [await duePayout(), await duePayout()]
  money.mpesa.setNext({ api: 'b2c', phone: slow.phone, outcome: 'slow' })
  await queue('payments').add(workPayoutsJob.name, {})
  await untilPayout(slow.reference, 'paid')
  await followWorker()
  expect(await payoutOf(next.reference)).toMatchObject({ state: 'approved', attempt_id: null })
  expect((await payoutOf(slow.reference)).conversation_id).not.toBeNull()
  endWorker = startConsumers()
  await workPayouts()
  await untilPayout(next.reference, 'paid')
  for (const { phone } of [slow, next]) expect(ordersFor(money, phone)).toHaveLength(1)
})

test('so are the payouts that it has not asked about, and soon', async () => {
  const [slow, next] = [await duePayout(), await duePayout()]
  for (const { phone } of [slow, next]) money.mpesa.setNext({ api: 'b2c', phone, outcome: 'ack-lost-silent' })
  await workPayouts()
  await money.passTime(5 * 60)
  money.mpesa.setNext({ api: 'status', outcome: 'slow' })
  await queue('payments').add(workPayoutsJob.name, {})
  await untilPayout(slow.reference, 'paid')
  await followWorker()
  endWorker = startConsumers()
  await money.passTime(61)
  expect((await payoutOf(next.reference)).state).toBe('unknown')
  await workPayouts()
  await untilPayout(next.reference, 'paid')
})

test('and so are refunds', async () => {
  const [slow, next] = [await wrongAmountGift(money), await wrongAmountGift(money)]
  money.mpesa.setNext({ api: 'reversal', outcome: 'slow' })
  await agreed(both, slow.id, { action: 'refund' })
  await untilRefund(slow.receipt, 'done')
  await agreed(both, next.id, { action: 'refund' })
  await followWorker()
  expect(await refundsOf(next.receipt)).toMatchObject([{ state: 'requested', attempt_id: null }])
  endWorker = startConsumers()
  await untilState(next.id, 'refunded')
  for (const { receipt } of [slow, next]) expect(reversalsOf(money, receipt)).toBe(1)
})
