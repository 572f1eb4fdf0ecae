import { type Expression, sql } from 'kysely'
import type { Wallet } from '#lib/contract/wallets/calls.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { sumsOf } from './sums.ts'

/** A wallet's balance and sums, in cents, up to the entry of `lastJournal`. */
export type WalletBook = {
  readonly accountId: bigint
  readonly kind: string
  readonly posted: Cents
  readonly held: Cents
  readonly earned: Cents
  readonly spentOnVotes: Cents
  readonly count: number
  readonly lastAt: Date | null
  /** Id of the newest journal in the sums; 0 without entries. */
  readonly lastJournal: bigint
  /** States of the newest withdrawals; they can change while the balance stays. */
  readonly withdrawals: string
  readonly withdrawalsFrozenAt: Date | null
}

type Sums = Pick<WalletBook, 'posted' | 'earned' | 'spentOnVotes' | 'count' | 'lastAt'>
type BookRow = Omit<WalletBook, keyof Sums> & Sums & { ownerId: string; moved: Cents; snapshot: Sums | null }

/**
 * Returns wallets by owner; users without a wallet are absent. Reads only entries newer than the wallet in
 * `known`, because a dancer with ten thousand gifts may watch the next thousand; else than the snapshot.
 */
export async function readWalletBooks(
  ownerIds: readonly string[],
  known: ReadonlyMap<string, WalletBook> = new Map(),
): Promise<Map<string, WalletBook>> {
  const found = await readSince(ownerIds, (id) => known.get(id)?.lastJournal ?? null)
  const books = new Map<string, WalletBook>()
  const unclear: string[] = []
  for (const row of found) {
    const before = known.get(row.ownerId) ?? row.snapshot
    const book = before ? addedUp(before, row) : row
    if (book) books.set(row.ownerId, book)
    else unclear.push(row.ownerId)
  }
  for (const row of unclear.length > 0 ? await readSince(unclear, () => 0n) : []) books.set(row.ownerId, row)
  return books
}

/**
 * Returns null if the sums do not equal the balance: a settlement with lower journal ids committed later, so
 * its entries were missed.
 */
function addedUp(before: Sums, row: BookRow): WalletBook | null {
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

/**
 * Reads in one statement, so that balances and entries are of the same moment.
 * @param since the journal after which entries are added up; null: after the wallet's snapshot
 */
async function readSince(
  ownerIds: readonly string[],
  since: (ownerId: string) => bigint | null,
): Promise<BookRow[]> {
  const found = await booksSince(ownerIds, ownerIds.map(since)).execute()
  return found.map(
    ({ snapshotPosted, snapshotEarned, snapshotSpent, snapshotCount, snapshotAt, ...row }) => ({
      ...row,
      snapshot:
        snapshotPosted === null
          ? null
          : {
              posted: snapshotPosted,
              earned: snapshotEarned ?? 0n,
              spentOnVotes: snapshotSpent ?? 0n,
              count: snapshotCount ?? 0,
              lastAt: snapshotAt,
            },
    }),
  )
}

function booksSince(ownerIds: readonly string[], since: readonly (bigint | null)[]) {
  const asked = sql<{
    ownerId: string
    since: bigint | null
  }>`unnest(${ownerIds}::uuid[], ${since}::bigint[])`
  return kysely(db())
    .selectFrom(asked.as<'asked'>(sql`asked(owner_id, since)`))
    .innerJoin('account as a', 'a.ownerId', 'asked.ownerId')
    .innerJoin('appUser as u', 'u.id', 'a.ownerId')
    .leftJoin('walletSnapshot as w', (join) =>
      join.onRef('w.accountId', '=', 'a.id').on('asked.since', 'is', null),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry as e')
          .innerJoin('journal as j', 'j.id', 'e.journalId')
          .whereRef('e.accountId', '=', 'a.id')
          .where((e) => e('e.journalId', '>', beginning(e.ref('asked.since'), e.ref('w.throughJournal'))))
          .select((e) => [
            ...sumsOf(e),
            e.fn
              .coalesce(e.fn.max('e.journalId'), beginning(e.ref('asked.since'), e.ref('w.throughJournal')))
              .as('lastJournal'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['asked.ownerId', 'a.id as accountId', 'a.kind', 'a.posted', 'a.held', 'u.withdrawalsFrozenAt'])
    .selectAll('sums')
    .select(['w.amount as snapshotPosted', 'w.earned as snapshotEarned', 'w.spentOnVotes as snapshotSpent'])
    .select(['w.entries as snapshotCount', 'w.lastAt as snapshotAt'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom(
              eb
                .selectFrom('payout as p')
                .select(['p.state', 'p.createdAt'])
                .whereRef('p.ownerId', '=', 'a.ownerId')
                .orderBy('p.createdAt', 'desc')
                .limit(5)
                .as('newest'),
            )
            .select((e) =>
              sql<string>`string_agg(${e.ref('newest.state')}::text, ' ' ORDER BY ${e.ref('newest.createdAt')} DESC)`.as(
                'states',
              ),
            ),
          sql.lit(''),
        )
        .as('withdrawals'),
    )
}

/** SQL: the journal after which entries are added up; 0 for all entries. */
const beginning = (asked: Expression<bigint | null>, snapshot: Expression<bigint | null>) =>
  sql<bigint>`coalesce(${asked}, ${snapshot}, 0)`

/** Whether the wallet changed since `before` in a way that its page shows. */
export function walletMoved(before: WalletBook | undefined, book: WalletBook): boolean {
  return (
    before?.posted !== book.posted ||
    before.held !== book.held ||
    before.count !== book.count ||
    before.withdrawals !== book.withdrawals ||
    before.withdrawalsFrozenAt?.getTime() !== book.withdrawalsFrozenAt?.getTime()
  )
}

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
    withdrawals_frozen: book.withdrawalsFrozenAt !== null,
  }
}
