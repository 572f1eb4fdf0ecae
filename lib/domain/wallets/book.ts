import type { Wallet } from '#lib/contract/wallets/calls.ts'
import { db, rows } from '#lib/core/db.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { earningTypes } from './policy.ts'

/** What a wallet's entries add up to, and how far they were read. Amounts in cents. */
export type WalletBook = {
  readonly accountId: bigint
  readonly kind: string
  readonly posted: Cents
  readonly held: Cents
  readonly earned: Cents
  readonly spentOnVotes: Cents
  readonly count: number
  readonly lastAt: Date | null
  /** The newest journal in it; 0 before the first. */
  readonly lastJournal: bigint
  /** The states of the newest withdrawals, which move on without touching the balance. */
  readonly withdrawals: string
}

type BookRow = WalletBook & { ownerId: string; moved: Cents }

/**
 * The wallets of these people, by owner. Of a wallet that is known only what came since is added up: someone with ten
 * thousand gifts may look at theirs while the next thousand come. Whoever has no wallet is left out.
 */
export async function readWalletBooks(
  ownerIds: readonly string[],
  known: ReadonlyMap<string, WalletBook> = new Map(),
): Promise<Map<string, WalletBook>> {
  const found = await readSince(ownerIds, (id) => known.get(id)?.lastJournal ?? 0n)
  const books = new Map<string, WalletBook>()
  const unclear: string[] = []
  for (const row of found) {
    const before = known.get(row.ownerId)
    const book = before ? addedUp(before, row) : row
    if (book) books.set(row.ownerId, book)
    else unclear.push(row.ownerId)
  }
  for (const row of unclear.length > 0 ? await readSince(unclear, () => 0n) : []) books.set(row.ownerId, row)
  return books
}

/** Null where the entries do not make up the balance: of two settlements the one with the lower ids was the later. */
function addedUp(before: WalletBook, row: BookRow): WalletBook | null {
  if (before.posted + row.moved !== row.posted) return null
  return {
    ...row,
    earned: before.earned + row.earned,
    spentOnVotes: before.spentOnVotes + row.spentOnVotes,
    count: before.count + row.count,
    lastAt: later(before.lastAt, row.lastAt),
  }
}

function later(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}

/** One statement, so that balance and entries are of one moment. */
function readSince(ownerIds: readonly string[], since: (ownerId: string) => bigint): Promise<BookRow[]> {
  return rows<BookRow>(db(), {
    name: 'wallet-books',
    text: `SELECT a.owner_id AS "ownerId", a.id AS "accountId", a.kind, a.posted, a.held, sums.*,
        coalesce(payouts.states, '') AS withdrawals
      FROM unnest($1::uuid[], $2::bigint[]) AS asked(owner_id, since) JOIN account a ON a.owner_id = asked.owner_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.amount), 0)::bigint AS moved,
          coalesce(sum(e.amount) FILTER (WHERE j.type = ANY($3)), 0)::bigint AS earned,
          coalesce(-sum(e.amount) FILTER (WHERE j.type = 'gift' AND e.amount < 0), 0)::bigint AS "spentOnVotes",
          count(*)::int AS count, max(j.occurred_at) AS "lastAt", coalesce(max(e.journal_id), asked.since) AS "lastJournal"
        FROM entry e JOIN journal j ON j.id = e.journal_id WHERE e.account_id = a.id AND e.journal_id > asked.since
      ) sums
      CROSS JOIN LATERAL (
        SELECT string_agg(state::text, ' ' ORDER BY created_at DESC) AS states FROM (
          SELECT state, created_at FROM payout p WHERE p.owner_id = a.owner_id ORDER BY created_at DESC LIMIT 5
        ) newest
      ) payouts`,
    values: [ownerIds, ownerIds.map(since), earningTypes],
  })
}

/** Whether there is something to tell to someone who knows `before`. */
export function walletMoved(before: WalletBook | undefined, book: WalletBook): boolean {
  return (
    before?.posted !== book.posted ||
    before.held !== book.held ||
    before.count !== book.count ||
    before.withdrawals !== book.withdrawals
  )
}

/** A wallet as my-wallet has it. */
export function presentWallet(book: WalletBook): Wallet {
  return {
    id: Number(book.accountId),
    balance: toShillings(book.posted - book.held),
    held: toShillings(book.held),
    total_earnings: toShillings(book.earned),
    total_votes_spent: toShillings(book.spentOnVotes),
    transaction_count: book.count,
    last_transaction_date: book.lastAt?.toISOString() ?? null,
    wallet_type: book.kind,
  }
}
