import type { roleNames } from '#lib/contract/call.ts'
import type { SystemOverview } from '#lib/contract/overview/calls.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { listSystemWallets } from '#lib/domain/ledger/system-wallets.ts'
import { errorRate, internalTypes, judgeStatus } from './policy.ts'

/**
 * The numbers of the desk's overview (spec 2, section 3, System overview). A day is Nairobi's.
 *
 * - `total_users`: accounts whose identity is not erased, also inactive ones; `users_by_role` are the same by role.
 * - `active_users_today`: those who signed in today, or whose open browser renewed its token today (each 15 minutes).
 * - `total_wallet_balance`: what we owe dancers and musicians, with what is held for their withdrawals.
 * - `pending_withdrawals`: withdrawals that were asked for and are neither paid nor given back, as `…_amount` in shillings.
 * - `total_transactions_today`: journals that happened today, by M-Pesa's time for payments; without those that only move
 *   money between our own wallets. `total_transaction_volume_today` is what they credited.
 * - `error_rate_24h`: percent of the requests to web in the last 24 hours that were answered 5xx.
 * - `system_status`: the health page's word, no better than what requests meet (`judgeStatus`).
 * - KYC counts are of dancers and musicians; `pending` is a draft, `under_review` waits for an officer.
 */
export async function readOverview(): Promise<SystemOverview> {
  const moment = now()
  const [people, kyc, money, today, traffic, health, wallets] = await Promise.all([
    countPeople(nairobiDayStart(moment)),
    countKyc(),
    readOwed(),
    readToday(nairobiDayStart(moment)),
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

type RoleCount = { role: (typeof roleNames)[number]; count: number; active: number }

function countPeople(dayStart: Date): Promise<RoleCount[]> {
  return rows(
    db(),
    `SELECT role::text AS role, count(*)::int AS count, (count(*) FILTER (WHERE last_active_at >= $1))::int AS active
      FROM app_user WHERE deleted_at IS NULL GROUP BY role`,
    [dayStart],
  )
}

async function countKyc(): Promise<Map<string, number>> {
  const found = await rows<{ status: string; count: number }>(
    db(),
    `SELECT p.kyc_status::text AS status, count(*)::int AS count FROM profile p JOIN app_user u ON u.id = p.user_id
      WHERE u.deleted_at IS NULL AND u.role IN ('dancer', 'copyright_owner') GROUP BY p.kyc_status`,
  )
  return new Map(found.map(({ status, count }) => [status, count]))
}

type Owed = { owed: bigint; withdrawals: number; withdrawing: bigint }

async function readOwed(): Promise<Owed> {
  const row = await firstRow<Owed>(
    db(),
    `SELECT (SELECT coalesce(sum(posted), 0)::bigint FROM account WHERE owner_id IS NOT NULL) AS owed,
      count(*)::int AS withdrawals, coalesce(sum(amount), 0)::bigint AS withdrawing FROM payout WHERE is_held`,
  )
  return row ?? { owed: 0n, withdrawals: 0, withdrawing: 0n }
}

type Today = { transactions: number; volume: bigint }

async function readToday(dayStart: Date): Promise<Today> {
  const row = await firstRow<Today>(
    db(),
    `WITH today AS (SELECT id FROM journal WHERE occurred_at >= $1 AND occurred_at <= $3 AND type <> ALL ($2))
      SELECT (SELECT count(*)::int FROM today) AS transactions, coalesce(sum(e.amount), 0)::bigint AS volume
      FROM entry e JOIN today ON today.id = e.journal_id WHERE e.amount > 0`,
    [dayStart, internalTypes, now()],
  )
  return row ?? { transactions: 0, volume: 0n }
}

type Counted = { requests: number; failures: number }

const DAY_SECONDS = 24 * 60 * 60
const RECENT_SECONDS = 15 * 60

async function readTraffic(moment: Date): Promise<{ day: Counted; recent: Counted }> {
  const since = (seconds: number) =>
    firstRow<Counted>(
      db(),
      `SELECT coalesce(sum(requests), 0)::int AS requests, coalesce(sum(failures), 0)::int AS failures
        FROM request_minute WHERE minute > $1 AND minute <= $2`,
      [addSeconds(moment, -seconds), moment],
    )
  const none = { requests: 0, failures: 0 }
  return { day: (await since(DAY_SECONDS)) ?? none, recent: (await since(RECENT_SECONDS)) ?? none }
}
