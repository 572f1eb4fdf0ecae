// System overview (docs/api.md, Admin).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { StatsStep } from '#lib/contract/overview/calls.ts'
import { addSeconds, nairobiTime, setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { jsonIn } from '#lib/core/sentence.ts'
import { refreshTokens } from '#lib/domain/accounts/commands.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { revenueInvariants } from '#lib/domain/ledger/hour-revenue.ts'
import { hourInvariants, sumHours } from '#lib/domain/ledger/hour-sums.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { addTraffic, purgeTraffic } from '#lib/domain/traffic/commands.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

/** A day of its own, in which nothing happens but what a test does. */
const noon = nairobiTime(2031, 5, 20, 12)
let clock = noon

beforeAll(async () => {
  setProcessClock(() => clock)
})
beforeEach(() => {
  clock = addSeconds(noon, 60)
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const overview = async () =>
  contract.admin.overview.answer.parse(JSON.parse(jsonIn('en', await readOverview())))
const stats = async (step: StatsStep) => contract.admin.stats.answer.parse(await readStats(step))

async function post(
  type: string,
  amount: bigint,
  occurredAt: Date,
  to = 'platform_revenue' as const,
): Promise<void> {
  const accounts = await systemAccounts()
  await postJournals(db(), [
    {
      key: `test:${newId()}`,
      type,
      sourceType: 'test',
      sourceId: newId(),
      actor: 'test',
      occurredAt,
      entries: [
        { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -amount },
        { accountId: systemAccount(accounts, to), amount },
      ],
    },
  ])
}

describe('the overview', () => {
  test('counts people by role, and as active today who signed in or renewed a token since midnight', async () => {
    // Later than all other tests, because sessions since midnight include later ones.
    clock = nairobiTime(2035, 5, 20, 12)
    const before = await overview()
    const dancer = await createPerson('dancer')
    const session = await signInAs('dancer')
    await db().query('UPDATE app_user SET deleted_at = now() WHERE id = $1', [
      (await createPerson('dancer')).id,
    ])
    expect(await overview()).toMatchObject({
      total_users: before.total_users + 2,
      active_users_today: before.active_users_today + 1,
      users_by_role: { ...before.users_by_role, dancer: (before.users_by_role.dancer ?? 0) + 2 },
    })
    clock = nairobiTime(2035, 5, 21, 0, 0, 1)
    expect((await overview()).active_users_today).toBe(0)
    await refreshTokens(session.refresh)
    expect((await overview()).active_users_today).toBe(1)
    expect(dancer.id).toBeTruthy()
  })

  test('counts the journals of the day and what they credited, without what stays among our own wallets', async () => {
    const before = await overview()
    await post('gift', 15_000n, noon)
    await post('topup', 100_050n, nairobiTime(2031, 5, 20))
    await post('gift', 5_000n, nairobiTime(2031, 5, 19, 23, 59, 59))
    await post('transfer', 77_700n, noon)
    expect(await overview()).toMatchObject({
      total_transactions_today: before.total_transactions_today + 2,
      total_transaction_volume_today: before.total_transaction_volume_today + 1_150.5,
    })
  })

  test('counts no hold, release or refund as a transaction, neither today nor in the charts', async () => {
    const [before, chart] = [await overview(), (await stats('day')).series.at(-1)]
    await post('gift', 10_000n, noon)
    const undone = [
      'gift_taken_back',
      'gift_released',
      'subscription_taken_back',
      'topup_taken_back',
      'refund',
    ]
    for (const type of [...undone, 'suspense_reversed', 'difference_reversed', 'write_off_reversed'])
      await post(type, 10_000n, noon)
    await post('withdrawal', 20_000n, noon)
    expect(await overview()).toMatchObject({
      total_transactions_today: before.total_transactions_today + 2,
      total_transaction_volume_today: before.total_transaction_volume_today + 300,
    })
    expect((await stats('day')).series.at(-1)).toMatchObject({
      transactions: (chart?.transactions ?? 0) + 2,
      volume: (chart?.volume ?? 0) + 300,
    })
  })

  test('has the error rate of 24 hours, and the health page’s word for how all of it does', async () => {
    clock = addSeconds(noon, -23 * 60 * 60)
    await addTraffic(150, 1)
    clock = addSeconds(noon, -25 * 60 * 60)
    await addTraffic(1_000, 1_000)
    clock = noon
    await addTraffic(40, 1)
    await addTraffic(10, 0)
    expect(await overview()).toMatchObject({ error_rate_24h: 1 })
    await addTraffic(50, 50)
    expect(await overview()).toMatchObject({ error_rate_24h: 20.8 })
    await purgeTraffic(addSeconds(clock, 36 * 24 * 60 * 60))
    const { status } = await readHealth()
    expect(await overview()).toMatchObject({ error_rate_24h: 0, system_status: status })
  })

  test('counts identities, wallets of people and withdrawals, and shows the system wallets by type', async () => {
    const before = await overview()
    const dancer = await createPerson('dancer')
    await db().query(`UPDATE profile SET kyc_status = 'under_review' WHERE user_id = $1`, [dancer.id])
    const officer = await createPerson('compliance_officer')
    await db().query(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [officer.id])
    expect(await overview()).toMatchObject({
      under_review_kyc_count: before.under_review_kyc_count + 1,
      approved_kyc_count: before.approved_kyc_count,
      pending_withdrawals: 0,
      pending_withdrawals_amount: 0,
      total_wallet_balance: before.total_wallet_balance,
      system_wallet_balances: {
        platform_revenue: { balance: expect.any(Number), display_name: 'Platform revenue' },
        withdrawals_held: { balance: 0, display_name: expect.any(String) },
      },
    })
  })
})

describe('the charts', () => {
  test('have 30 days or 24 hours without gaps, each with its money, votes and errors', async () => {
    clock = nairobiTime(2032, 2, 10, 0, 30)
    await post('gift', 25_000n, nairobiTime(2032, 2, 9, 23, 59, 59))
    await post('gift', 5_000n, nairobiTime(2032, 2, 10, 0, 0))
    await post('subscription', 100_000n, nairobiTime(2032, 2, 10, 0, 10))
    await addTraffic(9, 2)
    const days = await stats('day')
    expect(days.series).toHaveLength(30)
    expect(days.series.slice(-2)).toEqual([
      {
        at: nairobiTime(2032, 2, 9).toISOString(),
        transactions: 1,
        volume: 250,
        votes: 5,
        requests: 0,
        errors: 0,
      },
      {
        at: nairobiTime(2032, 2, 10).toISOString(),
        transactions: 2,
        volume: 1_050,
        votes: 1,
        requests: 9,
        errors: 2,
      },
    ])
    const hours = await stats('hour')
    expect(hours).toMatchObject({ step: 'hour', series: { length: 24 } })
    expect(hours.series.at(-1)).toMatchObject({ at: nairobiTime(2032, 2, 10).toISOString(), volume: 1_050 })
    expect(hours.series.at(-2)).toMatchObject({ votes: 5 })

    // The same once hours are summed, twice and by two workers at once, and with what is booked late into an hour that was.
    await Promise.all([sumHours(0), sumHours(0)])
    expect(await stats('day')).toEqual(days)
    expect(await stats('hour')).toEqual(hours)
    await post('gift', 10_000n, nairobiTime(2032, 2, 9, 23, 30))
    const late = { ...days.series.at(-2), transactions: 2, volume: 350, votes: 7 }
    expect((await stats('day')).series.at(-2)).toEqual(late)
    await sumHours(0)
    expect((await stats('day')).series.at(-2)).toEqual(late)
    expect(await brokenInvariants(db(), hourInvariants)).toEqual([])
    await db().query(`UPDATE hour_sum SET credited = credited + 1 WHERE hour = $1`, [
      nairobiTime(2032, 2, 9, 23),
    ])
    expect((await brokenInvariants(db(), hourInvariants)).join()).toMatch(/gift has 35001, journals 35000$/)
    await db().query(`UPDATE hour_sum SET credited = credited - 1 WHERE hour = $1`, [
      nairobiTime(2032, 2, 9, 23),
    ])
  })
})

describe('the money of some days', () => {
  test('stands beside that of the same days of the month before, split into what came, what is ours and what went', async () => {
    // Whole payments go to the platform here, so that each sum is that of one account.
    await post('gift', 15_000n, nairobiTime(2034, 3, 1))
    await post('subscription', 100_000n, nairobiTime(2034, 3, 10, 23, 59, 59))
    await post('difference', -500n, nairobiTime(2034, 3, 5))
    await post('transfer', 77_700n, nairobiTime(2034, 3, 5))
    await post('gift', 5_000n, nairobiTime(2034, 3, 11))
    await post('gift', 10_000n, nairobiTime(2034, 2, 10, 12))
    await post('gift', 20_000n, nairobiTime(2034, 2, 11))
    const answer = contract.admin.period.answer.parse(
      await readPeriod({ from: '2034-03-01', to: '2034-03-10' }),
    )
    expect(answer.now).toMatchObject({
      ...{ from: '2034-03-01', to: '2034-03-10' },
      figures: {
        ...{ votes: 3, gifts: 150, subscriptions: 1_000, topups: 0, withdrawals: 0 },
        ...{ revenue: 1_145, revenue_votes: 150, revenue_subscriptions: 1_000, revenue_other: -5 },
      },
    })
    expect(answer.before).toMatchObject({
      from: '2034-02-01',
      to: '2034-02-10',
      figures: { votes: 2, gifts: 100 },
    })

    // The same once hours are summed, and with what is booked late, before and after the next time.
    const read = () => readPeriod({ from: '2034-03-01', to: '2034-03-10' })
    await Promise.all([sumHours(0), sumHours(0)])
    expect(await read()).toEqual(answer)
    await post('gift', 5_000n, nairobiTime(2034, 3, 10, 23, 59, 59))
    const late = { votes: 4, gifts: 200, revenue: 1_195, revenue_votes: 200, revenue_other: -5 }
    expect((await read()).now.figures).toMatchObject(late)
    await sumHours(0)
    expect((await read()).now.figures).toMatchObject(late)
    expect(await brokenInvariants(db(), revenueInvariants)).toEqual([])
    const change = `UPDATE hour_revenue SET amount = amount + $1 WHERE hour = $2 AND type = 'gift'`
    const hour = nairobiTime(2034, 3, 10, 23)
    await db().query(change, [1, hour])
    expect((await brokenInvariants(db(), revenueInvariants)).join()).toMatch(/gift has 5001, entries 5000$/)
    await db().query(change, [-1, hour])
  })

  test('are those of the running month where none are named, and never upside down', async () => {
    clock = nairobiTime(2033, 3, 11, 1)
    await post('gift', 15_000n, nairobiTime(2033, 3, 1))
    await post('gift', 10_000n, nairobiTime(2033, 3, 11))
    await post('gift', 20_000n, nairobiTime(2033, 2, 11))
    const { now: shown } = await readPeriod({})
    expect(shown).toMatchObject({ from: '2033-03-01', to: '2033-03-11', figures: { votes: 5 } })
    const route = await loadRoute(contract.admin.period)
    const { access } = await signInAs('super_admin')
    const asked = (query: Record<string, string>) => send(route.GET, { access, query })
    expect((await asked({ from: '2033-03-02', to: '2033-03-01' })).status).toBe(400)
    expect((await asked({ from: '2032-01-01', to: '2033-03-01' })).status).toBe(400)
    // Also with the day that was left out.
    const upsideDown = { errors: { to: ['The last day must not be before the first.'] }, code: 'invalid' }
    await expectAnswer(await asked({ from: '2033-03-12' }), 400, upsideDown)
    const tooMany = { errors: { to: ['Choose at most 366 days.'] }, code: 'invalid' }
    await expectAnswer(await asked({ from: '2032-01-01' }), 400, tooMany)
  })
})

test('both are asked for by super admins alone, the charts by hour or day', async () => {
  const { access } = await signInAs('super_admin')
  const [numbers, charts] = [await loadRoute(contract.admin.overview), await loadRoute(contract.admin.stats)]
  expect((await send(numbers.GET, { access })).status).toBe(200)
  expect(await (await send(charts.GET, { access })).json()).toMatchObject({ step: 'day' })
  expect((await send(charts.GET, { access, query: { step: 'week' } })).status).toBe(400)
  const officer = await signInAs('compliance_officer')
  for (const route of [numbers, charts])
    expect((await send(route.GET, { access: officer.access })).status).toBe(403)
})
