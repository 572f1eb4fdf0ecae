// The worker is killed (SIGKILL) during a payout or a month's close: no payout or prize is paid twice or half.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { moveMonthsJob } from '#lib/domain/challenges/jobs.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { addVideo, openMonth, walletOf } from '#tests/support/contest.ts'
import type { Dancer } from '#tests/support/dancers.ts'
import {
  createKillableWorker,
  deadlyOf,
  type KillableWorker,
  stepsOf,
} from '#tests/support/killable-worker.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  untilPayout,
  walletWithHold,
  withdrawn,
} from '#tests/support/payouts.ts'
import type { Step } from '#tests/support/statements.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })
const HOUR = 3_600

let worker: KillableWorker
beforeAll(async () => {
  worker = await createKillableWorker()
  await worker.start()
})
afterAll(() => worker.end())

/** What the worker's schedules bring of themselves, now. */
const workPayouts = () => queue('payments').add(workPayoutsJob.name, {})
const moveMonths = () => queue('housekeeping').add(moveMonthsJob.name, {})

/** A withdrawal of KES 100 out of 150 on its day of payment. */
async function duePayout(): Promise<{ earner: Dancer; reference: string }> {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  return { earner, reference }
}

async function expectPaidOnce({ earner, reference }: { earner: Dancer; reference: string }, step: Step) {
  await untilPayout(reference, 'paid')
  expect(money.paymentsOf(earner.phone), step.text).toHaveLength(1)
  expect(ordersFor(money, earner.phone), step.text).toHaveLength(1)
  expect(await walletWithHold(earner.id), step.text).toEqual({ posted: 5_000n, held: 0n })
}

test.each(['take-payout', 'settle-result'] as const)(
  'killed at the start, in the middle and at the end of: %s',
  { timeout: 240_000 },
  async (work) => {
    const recorded = await worker.record(async () => {
      const { reference } = await duePayout()
      await workPayouts()
      await untilPayout(reference, 'paid')
    })
    const steps = stepsOf(work, recorded)
    expect(steps.at(-1)?.text).toBe('COMMIT')
    expect(steps.length).toBeGreaterThanOrEqual(work === 'take-payout' ? 5 : 6)
    // The sweep looks for results as well, every ten seconds: at the look alone it would be the sweep that is killed, and with it whatever
    // the payout was at, of which M-Pesa may be asked five minutes later.
    const deadly = work === 'settle-result' ? steps.slice(1) : steps
    for (const step of deadlyOf(deadly)) {
      const due = await duePayout()
      const dead = worker.killAt(step)
      await workPayouts()
      await dead
      expect(await brokenInvariants(db(), allInvariants), step.text).toEqual([])
      expect((await payoutOf(due.reference)).is_held, step.text).toBe(true)
      await worker.start()
      await workPayouts()
      await expectPaidOnce(due, step)
    }
  },
)

/** A month with one video of two votes, whose end is an hour ago. */
async function endedMonth() {
  const month = await openMonth(HOUR)
  const video = await addVideo(month)
  await untilState(await order(video, newPhone(), 2), 'credited')
  await db().query(
    `UPDATE challenge SET phase = 'tallying', starts_at = starts_at - interval '2 hours', ends_at = ends_at - interval '2 hours',
      submissions_end_at = submissions_end_at - interval '2 hours', prize_per_winner = 1000 WHERE id = $1`,
    [month.id],
  )
  return { month, video }
}

function untilClosed(month: { id: string }) {
  return until('the month is closed', async () => {
    const row = await firstRow<{ phase: string }>(db(), 'SELECT phase FROM challenge WHERE id = $1', [
      month.id,
    ])
    return row?.phase === 'closed'
  })
}

test('killed at the start, in the middle and at the end of the close: prizes are paid once', {
  timeout: 240_000,
}, async () => {
  const recorded = await worker.record(async () => {
    const { month } = await endedMonth()
    await moveMonths()
    await untilClosed(month)
  })
  const steps = stepsOf('close-month', recorded)
  expect(steps.at(-1)?.text).toBe('COMMIT')
  expect(steps.length).toBeGreaterThanOrEqual(8)
  for (const step of deadlyOf(steps)) {
    const { month, video } = await endedMonth()
    const dead = worker.killAt(step)
    await moveMonths()
    await dead
    expect(await brokenInvariants(db(), allInvariants), step.text).toEqual([])
    expect(await walletOf(video.dancerId), step.text).toBe(3_000n)
    await worker.start()
    await moveMonths()
    await untilClosed(month)
    expect(await walletOf(video.dancerId), step.text).toBe(4_000n)
  }
})
