import { type AliasableExpression, type Kysely, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type PlainKey, type Sentence, say } from '#lib/core/sentence.ts'

/** A sentence or an id that identifies the violation. */
type Offender = { what: string | null }

/** Keys of messages/server/operations.ts. */
export type InvariantName = Extract<PlainKey, `books.${string}`> extends `books.${infer Name}` ? Name : never

/** A named query for violations; it returns no rows while the books are right. */
export type Invariant = { readonly name: InvariantName } & (
  | { readonly offenders: (books: Kysely<DB>) => AliasableExpression<Offender> }
  /** As text, whose columns the compiler does not check. */
  | { readonly sql: string }
)

/** Invariants within the ledger's own tables (docs/money.md, The ledger). */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'journal_sums',
    offenders: (books) =>
      books
        .selectFrom('entry')
        .select((eb) => eb.cast<string>('journalId', 'text').as('what'))
        .groupBy('journalId')
        .having((eb) => eb.fn.sum('amount'), '<>', 0),
  },
  {
    name: 'journal_entries',
    offenders: (books) =>
      books
        .selectFrom('journal as j')
        .fullJoin(
          (eb) => eb.selectFrom('entry').select('journalId').distinct().as('e'),
          (join) => join.onRef('e.journalId', '=', 'j.id'),
        )
        .select((eb) => eb.cast<string>(eb.fn.coalesce('j.id', 'e.journalId'), 'text').as('what'))
        .where((eb) => eb.or([eb('j.id', 'is', null), eb('e.journalId', 'is', null)])),
  },
  {
    name: 'balances',
    offenders: (books) =>
      books
        .selectFrom('account as a')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('entry')
              .select((of) => ['accountId', of.fn.sum<bigint>('amount').as('total')])
              .groupBy('accountId')
              .as('e'),
          (join) => join.onRef('e.accountId', '=', 'a.id'),
        )
        .select((eb) => sql<string>`${eb.ref('a.id')}::text || ' (' || ${eb.ref('a.kind')} || ')'`.as('what'))
        .where((eb) => eb('a.posted', '<>', eb.fn.coalesce('e.total', sql<bigint>`0`))),
  },
  {
    name: 'entry_accounts',
    offenders: (books) =>
      books
        .selectFrom('entry as e')
        .leftJoin('account as a', 'a.id', 'e.accountId')
        .select((eb) => eb.cast<string>('e.accountId', 'text').as('what'))
        .where('a.id', 'is', null),
  },
  {
    // An account's entries form a chain by balance, not by id: concurrent transactions may post in any order.
    // In a valid chain the balances before entries, plus the last, equal the balances after, plus zero. Equal
    // sets have equal sums of hashes under a random seed; different sets rarely do (2^-64). The sums need one
    // scan. Comparing the sets would sort all entries twice, so that is done only for wrong accounts.
    name: 'entry_balances',
    sql: `WITH drawn AS MATERIALIZED (SELECT (random() * 9e18)::int8 AS seed),
      sums AS (SELECT account_id, sum(hashtextextended(balance_after::text, (SELECT seed FROM drawn))) AS after,
          sum(hashtextextended((balance_after - amount)::text, (SELECT seed FROM drawn))) AS before
        FROM entry GROUP BY account_id),
      wrong AS MATERIALIZED (SELECT a.id FROM sums s JOIN account a ON a.id = s.account_id
        WHERE s.after + hashtextextended('0', (SELECT seed FROM drawn))
          <> s.before + hashtextextended(a.posted::text, (SELECT seed FROM drawn))),
      strays AS (SELECT e.account_id, e.balance_after - e.amount AS before FROM entry e JOIN wrong w ON w.id = e.account_id
        WHERE e.balance_after <> e.amount
        EXCEPT SELECT e.account_id, e.balance_after FROM entry e JOIN wrong w ON w.id = e.account_id)
      SELECT w.id || coalesce(' from ' || s.before, ' is no chain') AS what FROM wrong w LEFT JOIN strays s ON s.account_id = w.id`,
  },
  {
    name: 'not_below_zero',
    offenders: (books) =>
      books
        .selectFrom('account')
        .select((eb) => eb.cast<string>('id', 'text').as('what'))
        .where((eb) => eb.not('allowNegative'))
        .where((eb) => eb.or([eb('posted', '<', eb.ref('held')), eb('held', '<', 0n)])),
  },
  {
    name: 'all_sum_to_zero',
    offenders: (books) =>
      books
        .selectFrom('account')
        .select((eb) => eb.cast<string>(eb.fn.sum('posted'), 'text').as('what'))
        .having((eb) => eb.fn.sum('posted'), '<>', 0),
  },
]

const OFFENDERS_SHOWN = 5

/**
 * Returns an invariant's first violations. MATERIALIZED: with LIMIT alone the planner expects to find rows
 * early, but usually there are none and its plan reads everything slowly.
 */
export function firstOffenders(books: Kysely<DB>, invariant: Invariant) {
  const offenders =
    'sql' in invariant ? sql<Offender>`(${sql.raw(invariant.sql)})` : invariant.offenders(books)
  return books
    .with(
      (cte) => cte('offenders').materialized(),
      (query) => query.selectFrom(offenders.as('found')).select('found.what'),
    )
    .selectFrom('offenders')
    .select('offenders.what')
    .limit(OFFENDERS_SHOWN)
}

/**
 * Lets checks hash and sort millions of rows in memory, and prefer full scans. Each step of a query may use
 * twice `work_mem`, in up to three processes.
 * @param scope the current transaction, or the connection until it closes
 */
export async function giveRoom(on: Queryable, scope: 'transaction' | 'connection'): Promise<void> {
  const set = scope === 'transaction' ? 'SET LOCAL' : 'SET SESSION'
  // A high random_page_cost makes the planner prefer full scans to index scans.
  await on.query(`${set} work_mem = '32MB'; ${set} random_page_cost = 4`)
}

/** @returns a sentence for each broken invariant with its first violations; empty if the books are right */
export async function brokenInvariants(on: Queryable, invariants: readonly Invariant[]): Promise<Sentence[]> {
  const broken: Sentence[] = []
  for (const invariant of invariants) {
    const offenders = await firstOffenders(kysely(on), invariant).execute()
    if (offenders.length > 0)
      broken.push(
        say('books.broken', {
          what: say(`books.${invariant.name}`),
          which: offenders.map(({ what }) => what).join(', '),
        }),
      )
  }
  return broken
}
