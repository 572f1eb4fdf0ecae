// A worker on a machine whose clock is ten minutes fast, beside web and PostgreSQL whose clocks are right.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { troublesOf } from '#lib/domain/health/alerts.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { votesOf } from '#tests/support/contest.ts'
import { createKillableWorker, type KillableWorker } from '#tests/support/killable-worker.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
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
import { inEnglish } from '#tests/support/sentences.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })

let worker: KillableWorker
beforeAll(async () => {
  worker = await createKillableWorker({ aheadSeconds: 600 })
  await worker.start()
})
afterAll(() => worker.end())

test('it sends prompts, and their gifts count', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await untilState(await order(video, phone, 2), 'credited')
  expect(await votesOf(video)).toBe(2)
  expect(money.promptsTo(phone)).toHaveLength(1)
})

test('it pays out what is due, and not what is due in nine minutes', async () => {
  const [early, due] = [await newEarner(money), await newEarner(money)]
  const [later, today] = [await withdrawn(early, 100), await withdrawn(due, 100)]
  await makeDue(today)
  await asOwner((owner) =>
    owner.query('UPDATE payout SET approve_after = $2 WHERE reference = $1', [later, addSeconds(now(), 540)]),
  )
  await workPayouts()
  await untilPayout(today, 'paid')
  await workPayouts()
  expect(await payoutOf(later)).toMatchObject({ state: 'requested', is_held: true })
  expect(ordersFor(money, early.phone)).toEqual([])
})

test('the health page names its clock, and super admins are mailed of it', async () => {
  const detail = await until('the worker has told of its clock', async () =>
    inEnglish(troublesOf(await readHealth(), 0).get('clocks')),
  )
  expect(detail).toMatch(/^The clock of worker on \S+ is 10 min ahead of PostgreSQL’s\.$/)
})
