// What two people have found of one payout says nothing of whether M-Pesa accepts the others: through the real worker, database and simulator.
import { beforeAll, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { agreed, twoAdmins } from '#tests/support/desk-payments.ts'
import { setUpMoney } from '#tests/support/money.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  untilPayout,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'

const money = setUpMoney()
const both = await twoAdmins()
const { name } = workPayoutsJob

// The turns are this file's own.
beforeAll(async () => {
  await queue('payments').upsertJobScheduler(name, { pattern: '0 0 1 1 *' }, { name })
})

/** A withdrawal of KES 100 out of 150 on its day of payment, which M-Pesa is too busy to take, or takes. */
async function duePayout(outcome: 'busy' | 'paid') {
  const earner = await newEarner(money)
  const { phone } = earner
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  if (outcome === 'busy') money.mpesa.setNext({ api: 'b2c', phone, outcome, times: 1_000 })
  return { phone, reference, id: (await payoutOf(reference)).id }
}

/** The worker's turns of so many seconds. */
async function workFor(seconds: number, each = 15): Promise<void> {
  for (let passed = 0; passed < seconds; passed += each) {
    await money.passTime(each)
    await workPayouts()
  }
}

const openAlerts = () =>
  rows<{ kind: string }>(db(), 'SELECT kind::text FROM payout_alert WHERE resolved_at IS NULL ORDER BY id')

test('two people end a stuck one while others are refused: M-Pesa has accepted none, and people are told of all', async () => {
  const [stuck, taken] = [await duePayout('busy'), await duePayout('paid')]
  await workPayouts()
  await untilPayout(taken.reference, 'paid')
  await workFor(8 * 60)
  await workFor(5 * 60, 60)
  const others = [await duePayout('busy'), await duePayout('busy')]
  await workPayouts()
  await workFor(165, 165)
  expect([stuck, ...others].map(({ phone }) => ordersFor(money, phone).length)).toEqual([6, 2, 2])
  expect((await agreed(both, stuck.id, { action: 'found_unpaid' })).status).toBe(200)
  expect(await openAlerts()).toEqual([])
  await workFor(9 * 60)
  expect(await openAlerts()).toEqual([{ kind: 'all_stuck' }])
  money.mpesa.clearOutcomes()
  await workFor(15 * 60, 60)
  for (const { reference } of others) await untilPayout(reference, 'paid')
  expect(await openAlerts()).toEqual([])
})
