import { type Expression, sql } from 'kysely'
import type { GivenSystemOverview } from '#lib/contract/overview/calls.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { listSystemWallets } from '#lib/domain/ledger/system-wallets.ts'
import { countIdentities } from '#lib/domain/review/identities.ts'
import { errorRate, judgeStatus } from './policy.ts'
import { readShownSteps, turnoverOf } from './shown-steps.ts'

/**
 * Days are in Nairobi.
 *
 * - `total_users`: accounts that are not erased, also inactive ones; `users_by_role` by role.
 * - `active_users_today`: users who signed in today, or whose open browser renewed its token today (every 15
 *   minutes).
 * - `total_wallet_balance`: money owed to dancers and musicians, including held withdrawals. All accounts sum
 *   to zero, so it is minus the sum of the system accounts.
 * - `pending_withdrawals`: withdrawals neither paid nor returned; `…_amount` in shillings.
 * - `total_transactions_today`: journals of today, by M-Pesa's time for payments, without moves between
 *   system wallets, holds, releases and refunds; `total_transaction_volume_today` is the sum of their credits.
 * - `error_rate_24h`: percentage of requests to web answered 5xx.
 * - `system_status`: the health page's status, or worse if requests fail (`judgeStatus`).
 * - KYC counts are of dancers and musicians; `pending` is a draft, `under_review` waits for an officer.
 */
export async function readOverview(): Promise<GivenSystemOverview> {
  const moment = now()
  const [people, kyc, money, today, traffic, health, wallets] = await Promise.all([
    countPeople(nairobiDayStart(moment)),
    countIdentities(['pending', 'under_review', 'approved', 'rejected']),
    readOwed(),
    readShownSteps(nairobiDayStart(moment), moment, DAY_SECONDS).then(turnoverOf),
    readTraffic(moment),
    readHealth(),
    listSystemWallets(),
  ])
  const byRole = Object.fromEntries(people.map(({ role, count }) => [role, count]))
  return {
    total_users: people.reduce((sum, { count }) => sum + count, 0),
    active_users_today: people.reduce((sum, { active }) => sum + active, 0),
    users_by_role: {
      dancer: 0,
      copyright_owner: 0,
      compliance_officer: 0,
      super_admin: 0,
      ...byRole,
    },
    total_wallet_balance: toShillings(money.owed),
    pending_withdrawals: money.withdrawals,
    pending_withdrawals_amount: toShillings(money.withdrawing),
    total_transactions_today: today.transactions,
    total_transaction_volume_today: toShillings(today.volume),
    system_status: judgeStatus(health.status, traffic.recent),
    error_rate_24h: errorRate(traffic.day),
    pending_kyc_count: kyc.get('pending') ?? 0,
    under_review_kyc_count: kyc.get('under_review') ?? 0,
    approved_kyc_count: kyc.get('approved') ?? 0,
    rejected_kyc_count: kyc.get('rejected') ?? 0,
    system_wallet_balances: Object.fromEntries(
      wallets.map(({ wallet_type, balance, display_name }) => [wallet_type, { balance, display_name }]),
    ),
  }
}

function countPeople(dayStart: Date) {
  const active = kysely(db())
    .selectFrom('appUser as u')
    .where('u.deletedAt', 'is', null)
    .where('u.lastActiveAt', '>=', dayStart)
    .groupBy('u.role')
    .select((eb) => ['u.role', eb.fn.countAll().as('people')])
  return kysely(db())
    .selectFrom('peopleCount as c')
    .leftJoin(active.as('a'), 'a.role', 'c.role')
    .where('c.isErased', '=', false)
    .groupBy(['c.role', 'a.people'])
    .select((eb) => [
      'c.role',
      eb.cast<number>(eb.fn.sum('c.people'), 'int4').as('count'),
      eb.cast<number>(eb.fn.coalesce('a.people', sql.lit(0)), 'int4').as('active'),
    ])
    .execute()
}

async function readOwed() {
  const [system, payouts] = await Promise.all([
    kysely(db())
      .selectFrom('account')
      .select((eb) => sumOf(eb.ref('posted')).as('sum'))
      .where('ownerId', 'is', null)
      .executeTakeFirstOrThrow(),
    kysely(db())
      .selectFrom('payout')
      .select((eb) => [
        eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
        sumOf(eb.ref('amount')).as('sum'),
      ])
      .where('isHeld', '=', true)
      .executeTakeFirstOrThrow(),
  ])
  return {
    owed: -system.sum,
    withdrawals: payouts.count,
    withdrawing: payouts.sum,
  }
}

const sumOf = (amount: Expression<bigint>) => sql<bigint>`coalesce(sum(${amount}), 0)::int8`

const DAY_SECONDS = 24 * 60 * 60

type Counted = { requests: number; failures: number }

const RECENT_SECONDS = 15 * 60

async function readTraffic(moment: Date): Promise<{ day: Counted; recent: Counted }> {
  const since = (seconds: number) =>
    kysely(db())
      .selectFrom('requestMinute')
      .select(({ ref }) => [
        sql<number>`coalesce(sum(${ref('requests')}), 0)::int4`.as('requests'),
        sql<number>`coalesce(sum(${ref('failures')}), 0)::int4`.as('failures'),
      ])
      .where('minute', '>', addSeconds(moment, -seconds))
      .where('minute', '<=', moment)
      .executeTakeFirstOrThrow()
  return { day: await since(DAY_SECONDS), recent: await since(RECENT_SECONDS) }
}
