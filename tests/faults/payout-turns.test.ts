// Of the worker's turns for payouts one runs at a time, and each sends a bounded number: through the real worker, database and simulator.
import { beforeAll, expect, test } from 'vitest'
import { runUnlessRunning } from '#lib/core/advisory-lock.ts'
import { queue } from '#lib/core/queue.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { requestWithdrawal } from '#lib/domain/payouts/request.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { asOwner } from '#tests/support/owner.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  untilPayout,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const { name } = workPayoutsJob

/** The clock's turns come once a year: these are the file's own. */
const stopClock = () => queue('payments').upsertJobScheduler(name, { pattern: '0 0 1 1 *' }, { name })
beforeAll(async () => {
  await stopClock()
})

test('one turn sends at a time, and what comes meanwhile is sent after it', async () => {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const turn = runUnlessRunning(name, () => {
    began.resolve()
    return ended.promise
  })
  try {
    await began.promise
    const job = await queue('payments').add(name, {})
    await until('the job is put off', async () => (await job.getState()) === 'delayed')
    expect(await payoutOf(reference)).toMatchObject({ state: 'requested' })
  } finally {
    ended.resolve()
    await turn
  }
  await untilPayout(reference, 'paid')
  expect(ordersFor(money, earner.phone)).toHaveLength(1)
})

test('what comes by the clock while another turn runs ends, so that a slow turn gathers none', async () => {
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const turn = runUnlessRunning(name, () => {
    began.resolve()
    return ended.promise
  })
  try {
    await began.promise
    const first = await queue('payments').upsertJobScheduler(name, { every: 1_000 }, { name })
    await until('the clock’s job has ended', async () => (await first?.getState()) === 'completed', 20)
  } finally {
    await stopClock()
    ended.resolve()
    await turn
  }
})

test('a turn sends fifty payouts, and the next one goes on', async () => {
  const earner = await newEarner(money, 40)
  const { id: ownerId, phone } = earner
  for (let n = 0; n < 52; n++) await requestWithdrawal({ ownerId, phone, amount: 10, description: '' })
  await asOwner((owner) =>
    owner.query('UPDATE payout SET approve_after = created_at WHERE owner_id = $1', [ownerId]),
  )
  await workPayouts()
  expect(ordersFor(money, phone)).toHaveLength(50)
  await workPayouts()
  expect(new Set(ordersFor(money, phone)).size).toBe(52)
})
