import type { z } from 'zod'
import type {
  FundTransfer,
  FundTransferPage,
  fundTransfers,
  SystemWalletList,
  WalletItem,
} from '#lib/contract/transfers/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { systemAccounts } from '#lib/domain/ledger/queries.ts'
import { type SystemAccountKind, systemAccountKinds } from '#lib/domain/ledger/schema.ts'
import { byNormalSide, readSystemBalances, systemWalletNames } from '#lib/domain/ledger/system-wallets.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { isTransferable, movableOf } from './policy.ts'

const DAY_SECONDS = 24 * 3_600

/** The id of each system wallet, in the chart's order: that of its first account. */
export async function walletIds(): Promise<Map<SystemAccountKind, number>> {
  const accounts = await systemAccounts()
  return new Map(systemAccountKinds.map((kind) => [kind, Number(accounts.get(kind)?.[0] ?? 0)]))
}

/** The system wallet of an id; undefined where there is none. */
export async function kindOfWallet(id: number): Promise<SystemAccountKind | undefined> {
  return [...(await walletIds())].find(([, one]) => one === id)?.[0]
}

/** Cents that transfers have put into a wallet, less those that they took out. */
export async function broughtInto(on: Queryable, kind: SystemAccountKind): Promise<Cents> {
  const row = await firstRow<{ cents: bigint }>(
    on,
    `SELECT coalesce(sum(CASE WHEN destination = $1 THEN amount ELSE -amount END), 0)::bigint AS cents
      FROM fund_transfer WHERE state = 'completed' AND $1 IN (source, destination)`,
    [kind],
  )
  return row?.cents ?? 0n
}

/** Cents that somebody has moved alone within the last 24 hours. */
export async function movedAlone(on: Queryable, personId: string): Promise<Cents> {
  const row = await firstRow<{ cents: bigint }>(
    on,
    `SELECT coalesce(sum(amount), 0)::bigint AS cents FROM fund_transfer
      WHERE requested_by = $1 AND NOT needs_second AND state = 'completed' AND requested_at > $2`,
    [personId, addSeconds(now(), -DAY_SECONDS)],
  )
  return row?.cents ?? 0n
}

type Activity = { kind: string; count: number; type: string | null; amount: bigint | null; at: Date | null }

/** The system's own wallets with what moved them last (docs/api.md, Admin). */
export async function listWallets(viewerId: string): Promise<SystemWalletList> {
  const [ids, balances, activity, brought, settings, moved] = await Promise.all([
    walletIds(),
    readSystemBalances(),
    readActivity(),
    broughtInto(db(), 'royalty_pool'),
    readSettings(),
    movedAlone(db(), viewerId),
  ])
  const results = systemAccountKinds.map((kind): WalletItem => {
    const held = balances.get(kind) ?? 0n
    const last = activity.find((one) => one.kind === kind)
    return {
      id: ids.get(kind) ?? 0,
      wallet_type: kind,
      wallet_type_display: systemWalletNames[kind],
      amount: toShillings(byNormalSide(kind, held)),
      transaction_count: last?.count ?? 0,
      last_transaction:
        last?.type && last.amount !== null
          ? { type: last.type, amount: toShillings(byNormalSide(kind, last.amount)) }
          : null,
      updated_at: last?.at?.toISOString() ?? null,
      transferable: isTransferable(kind) ? toShillings(movableOf(kind, held, brought)) : null,
    }
  })
  return {
    count: results.length,
    results,
    second_approval_above: settings.transfer_second_approval_above,
    moved_alone: toShillings(moved),
  }
}

/** Withdrawals are held on the wallets of people: there the newest request is what moved last. */
function readActivity(): Promise<Activity[]> {
  return rows<Activity>(db(), {
    name: 'system-wallets-activity',
    text: `WITH own AS (SELECT id, kind FROM account WHERE owner_id IS NULL),
      sums AS (
        SELECT o.kind, sum(c.entries)::int AS count, max(c.newest) AS newest FROM own o
        CROSS JOIN LATERAL (SELECT count(*) AS entries, max(journal_id) AS newest FROM entry WHERE account_id = o.id) c
        GROUP BY o.kind
      )
      SELECT s.kind, s.count, j.type, j.occurred_at AS at,
        (SELECT sum(e.amount)::bigint FROM entry e JOIN own o ON o.id = e.account_id
          WHERE e.journal_id = s.newest AND o.kind = s.kind) AS amount
      FROM sums s LEFT JOIN journal j ON j.id = s.newest WHERE s.kind <> 'withdrawals_held'
      UNION ALL (SELECT 'withdrawals_held', (SELECT count(*)::int FROM payout WHERE is_held), 'withdrawal', created_at, amount
        FROM payout ORDER BY created_at DESC LIMIT 1)`,
  })
}

export type TransferRow = {
  id: string
  reference: string
  source: SystemAccountKind
  destination: SystemAccountKind
  amount: bigint
  description: string
  state: FundTransfer['status']
  requested_by: string
  requested_at: Date
  needs_second: boolean
  decided_at: Date | null
  source_after: bigint | null
  destination_after: bigint | null
}

type NamedRow = TransferRow & { requester: string; decider: string | null }

const SELECT = `SELECT t.*, t.state::text AS state, r.username AS requester, d.username AS decider
  FROM fund_transfer t JOIN app_user r ON r.id = t.requested_by LEFT JOIN app_user d ON d.id = t.decided_by`

/** One transfer, as it looks to a super admin. @throws NotFoundError */
export async function readTransfer(id: string, viewerId: string): Promise<FundTransfer> {
  const row = await firstRow<NamedRow>(db(), `${SELECT} WHERE t.id = $1`, [id])
  if (!row) throw new NotFoundError()
  return present(row, viewerId, await walletIds(), await readSystemBalances())
}

/**
 * Transfers, the newest first.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listTransfers(
  { status, page, page_size }: z.output<typeof fundTransfers.query>,
  viewerId: string,
): Promise<FundTransferPage> {
  const where = 'WHERE $1::text IS NULL OR t.state::text = $1'
  const total = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count FROM fund_transfer t ${where}`,
    [status ?? null],
  )
  const count = total?.count ?? 0
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await rows<NamedRow>(
    db(),
    `${SELECT} ${where} ORDER BY t.requested_at DESC, t.id DESC LIMIT $2 OFFSET $3`,
    [status ?? null, limit, offset],
  )
  const [ids, balances] = [await walletIds(), await readSystemBalances()]
  return makePage(
    '/admin/fund-transfers/',
    { status, page_size },
    { count, page, page_size },
    found.map((row) => present(row, viewerId, ids, balances)),
  )
}

function present(
  row: NamedRow,
  viewerId: string,
  ids: ReadonlyMap<SystemAccountKind, number>,
  balances: ReadonlyMap<SystemAccountKind, Cents>,
): FundTransfer {
  const wallet = (kind: SystemAccountKind, after: bigint | null) => ({
    id: ids.get(kind) ?? 0,
    wallet_type: kind,
    wallet_type_display: systemWalletNames[kind],
    amount: toShillings(byNormalSide(kind, after ?? balances.get(kind) ?? 0n)),
  })
  return {
    id: row.id,
    transaction_reference: row.reference,
    status: row.state,
    amount: toShillings(row.amount),
    description: row.description,
    source: wallet(row.source, row.source_after),
    destination: wallet(row.destination, row.destination_after),
    requested_by: row.requester,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    can_approve: row.state === 'waiting' && row.requested_by !== viewerId,
  }
}
