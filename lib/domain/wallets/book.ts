import { type Expression, sql } from 'kysely'
import type { Wallet } from '#lib/contract/wallets/calls.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { earningTypes } from './policy.ts'

/** What a wallet has, the sums of its entries, and how far they were read. Amounts in cents. */
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
 * Reads the wallets of these people, by owner. Of a wallet in `known` only newer entries are added up, because a dancer with
 * ten thousand gifts may watch theirs while the next thousand come. Whoever has no wallet is left out.
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

/**
 * Adds newer entries to what was known. Null where the sums do not make up the balance: of two settlements the one with the
 * lower ids was committed later, so that its entries were passed over.
 */
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

/** Reads balances and entries in one statement, so that both are of one moment. */
function readSince(ownerIds: readonly string[], since: (ownerId: string) => bigint): Promise<BookRow[]> {
  const asked = sql<{
    owner_id: string
    since: bigint
  }>`unnest(${ownerIds}::uuid[], ${ownerIds.map(since)}::bigint[])`
  return kysely(db())
    .selectFrom(asked.as<'asked'>(sql`asked(owner_id, since)`))
    .innerJoin('account as a', 'a.owner_id', 'asked.owner_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry as e')
          .innerJoin('journal as j', 'j.id', 'e.journal_id')
          .whereRef('e.account_id', '=', 'a.id')
          .whereRef('e.journal_id', '>', 'asked.since')
          .select((e) => {
            const cents = (sum: Expression<unknown>) => e.cast<bigint>(e.fn.coalesce(sum, e.lit(0)), 'bigint')
            const spent = e.fn
              .sum('e.amount')
              .filterWhere('j.type', '=', 'gift')
              .filterWhere('e.amount', '<', 0n)
            return [
              cents(e.fn.sum('e.amount')).as('moved'),
              cents(e.fn.sum('e.amount').filterWhere('j.type', 'in', earningTypes)).as('earned'),
              cents(e.neg(spent)).as('spentOnVotes'),
              e.cast<number>(e.fn.countAll(), 'int4').as('count'),
              e.fn.max<Date | null>('j.occurred_at').as('lastAt'),
              e.fn.coalesce(e.fn.max('e.journal_id'), 'asked.since').as('lastJournal'),
            ]
          })
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['asked.owner_id as ownerId', 'a.id as accountId', 'a.kind', 'a.posted', 'a.held'])
    .selectAll('sums')
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom(
              eb
                .selectFrom('payout as p')
                .select(['p.state', 'p.created_at'])
                .whereRef('p.owner_id', '=', 'a.owner_id')
                .orderBy('p.created_at', 'desc')
                .limit(5)
                .as('newest'),
            )
            .select((e) =>
              sql<string>`string_agg(${e.ref('newest.state')}::text, ' ' ORDER BY ${e.ref('newest.created_at')} DESC)`.as(
                'states',
              ),
            ),
          sql.lit(''),
        )
        .as('withdrawals'),
    )
    .execute()
}

/** Whether something has changed for someone who was told `before`. */
export function walletMoved(before: WalletBook | undefined, book: WalletBook): boolean {
  return (
    before?.posted !== book.posted ||
    before.held !== book.held ||
    before.count !== book.count ||
    before.withdrawals !== book.withdrawals
  )
}

/** Presents a wallet for `GET /wallet/api/my-wallet/`. */
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
