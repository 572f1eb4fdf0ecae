// Today on the super admins' desk: hours, prompts and pending decisions.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, nairobiTime, setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { revenueInvariants } from '#lib/domain/ledger/hour-revenue.ts'
import { hourInvariants, sumHours } from '#lib/domain/ledger/hour-sums.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { readToday } from '#lib/domain/overview/today.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

/** A day in the future, in which nothing happens but what a test does. */
const day = (hour: number, minute = 0, plus = 0) => nairobiTime(2036, 6, 18 + plus, hour, minute)

beforeEach(() => setProcessClock(() => day(9, 30)))
afterAll(async () => {
  expect(await brokenInvariants(db(), [...hourInvariants, ...revenueInvariants])).toEqual([])
  await Promise.all([closeDb(), closeRedis()])
})

const today = async () => contract.admin.today.answer.parse(await readToday())

async function post(type: string, amount: bigint, occurredAt: Date): Promise<void> {
  const accounts = await systemAccounts()
  const entries = [
    { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -amount },
    { accountId: systemAccount(accounts, 'platform_revenue'), amount },
  ]
  const source = { sourceType: 'test', sourceId: newId(), actor: 'test' }
  await postJournals(db(), [{ key: `test:${newId()}`, type, ...source, occurredAt, entries }])
}

test('each hour stands beside the same one of last week, before and after hours are summed', async () => {
  await post('gift', 5_000n, day(0))
  await post('gift', 10_000n, day(9, 10))
  await post('subscription', 100_000n, day(9, 20))
  // Money that only moves between the product's own wallets is no revenue.
  await post('transfer', 77_700n, day(9, 20))
  await post('gift', 25_000n, day(9, 59, -7))
  await post('gift', 5_000n, day(23, 59, -7))
  await post('gift', 5_000n, day(23, 59, -8))
  const { hours } = await today()
  expect(hours).toHaveLength(24)
  expect(hours[0]).toEqual({
    at: day(0).toISOString(),
    votes: 1,
    revenue: 50,
    votes_before: 0,
    revenue_before: 0,
  })
  expect(hours[9]).toMatchObject({ votes: 2, revenue: 1_100, votes_before: 5, revenue_before: 250 })
  // It has not begun yet: nothing is known of it, which is not the same as nothing.
  expect(hours[10]).toMatchObject({ votes: null, revenue: null })
  expect(hours[23]).toMatchObject({ votes: null, revenue: null, votes_before: 1, revenue_before: 50 })
  await sumHours(0)
  expect((await today()).hours).toEqual(hours)
})

test('votes by hour are net of holds and refunds, like the revenue and the month', async () => {
  const before = await today()
  const [month, chart] = [await readPeriod({}), await readStats('day')]
  await post('gift', 1_010_000n, day(7))
  await post('gift_taken_back', 1_010_000n, day(8))
  await post('gift_released', 10_000n, day(8, 30))
  const { hours } = await today()
  expect(hours[7]?.votes).toBe((before.hours[7]?.votes ?? 0) + 202)
  expect(hours[8]?.votes).toBe((before.hours[8]?.votes ?? 0) - 200)
  const sumOf = (all: typeof hours) => all.reduce((sum, { votes }) => sum + (votes ?? 0), 0)
  expect(sumOf(hours)).toBe(sumOf(before.hours) + 2)
  expect((await readPeriod({})).now.figures.votes).toBe(month.now.figures.votes + 2)
  expect((await readStats('day')).series.at(-1)?.votes).toBe((chart.series.at(-1)?.votes ?? 0) + 2)
})

test('prompts of today add up: paid, declined by reason, not sent by reason, unknown and pending', async () => {
  const { prompts: before } = await today()
  expect(before.asked).toBe(0)
  let phones = 0
  const add = (state: string, code: string | null, at = day(8)) =>
    db().query(
      `INSERT INTO payment_intent (id, purpose, channel, state, amount, phone, account_reference, result_code, created_at)
        VALUES ($1, 'topup', 'prompt', $2::payment_state, 5000, $3, $4, $5, $6)`,
      [newId(), state, `25470000${String(1_000 + phones++)}`, newId().slice(-12), code, at],
    )
  await add('declined', '1032')
  await add('declined', '1032')
  await add('declined', '2001')
  await add('declined', 'a code that nobody knows')
  await add('rejected', 'queue_full')
  await add('unresolved', null)
  await add('submit_unknown', null)
  await add('awaiting', null)
  await add('declined', '1', day(23, 59, -1))
  const { prompts } = await today()
  expect(prompts).toEqual({
    ...{ asked: 8, paid: 0, pending: 1, unknown: 2, declined: 4, not_sent: 1 },
    declined_by: [
      { reason: 'cancelled', count: 2 },
      { reason: 'wrong_pin', count: 1 },
      { reason: 'other', count: 1 },
    ],
    not_sent_by: [{ reason: 'busy', count: 1 }],
  })
})

test('what waits is listed with the time of the oldest, those that have waited the longest first', async () => {
  const waits = async () =>
    (await today()).waiting.filter(({ part }) => ['kyc', 'wallets', 'staff', 'users'].includes(part))
  expect(await waits()).toEqual([])
  const dancer = await createPerson('dancer')
  await db().query(
    `UPDATE profile SET kyc_status = 'under_review', kyc_submitted_at = $2 WHERE user_id = $1`,
    [dancer.id, day(7)],
  )
  const admin = await createPerson('super_admin')
  await db().query(
    `INSERT INTO second_factor_reset (id, user_id, requested_by, requested_at, state) VALUES ($1, $2, $3, $4, 'waiting')`,
    [newId(), admin.id, (await createPerson('super_admin')).id, day(6)],
  )
  await db().query(
    `INSERT INTO identity_revocation (id, user_id, reason, proposed_by, proposed_at) VALUES ($1, $2, 'Another’s', $3, $4)`,
    [newId(), dancer.id, admin.id, day(5)],
  )
  expect(await waits()).toEqual([
    { part: 'users', count: 1, since: day(5).toISOString() },
    { part: 'staff', count: 1, since: day(6).toISOString() },
    { part: 'kyc', count: 1, since: day(7).toISOString() },
  ])
})

test('super admins alone ask for it', async () => {
  const { GET } = await loadRoute(contract.admin.today)
  expect((await send(GET, { access: (await signInAs('super_admin')).access })).status).toBe(200)
  expect((await send(GET, { access: (await signInAs('compliance_officer')).access })).status).toBe(403)
})

test('after midnight another day begins', async () => {
  setProcessClock(() => addSeconds(day(0, 0, 1), 1))
  const { hours, prompts } = await today()
  expect(hours[0]).toMatchObject({ at: day(0, 0, 1).toISOString(), votes: 0, revenue: 0 })
  expect(prompts.asked).toBe(0)
})
