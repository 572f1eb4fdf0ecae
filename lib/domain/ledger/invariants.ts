import { type AliasableExpression, type Kysely, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

/** What breaks an invariant: a sentence or an id by which people find it. */
type Offender = { what: string | null }

/** What must be true of the books at every moment. Its query answers whatever is not: nothing, while all is well. */
export type Invariant = { readonly name: string } & (
  | { readonly offenders: (books: Kysely<DB>) => AliasableExpression<Offender> }
  /** The same as text, whose columns the compiler does not check. */
  | { readonly sql: string }
)

/** The invariants of the ledger alone (docs/money.md, The ledger). */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'every journal sums to zero',
    offenders: (books) =>
      books
        .selectFrom('entry')
        .select((eb) => eb.cast<string>('journal_id', 'text').as('what'))
        .groupBy('journal_id')
        .having((eb) => eb.fn.sum('amount'), '<>', 0),
  },
  {
    name: 'every journal has entries and every entry a journal',
    offenders: (books) =>
      books
        .selectFrom('journal as j')
        .fullJoin(
          (eb) => eb.selectFrom('entry').select('journal_id').distinct().as('e'),
          (join) => join.onRef('e.journal_id', '=', 'j.id'),
        )
        .select((eb) => eb.cast<string>(eb.fn.coalesce('j.id', 'e.journal_id'), 'text').as('what'))
        .where((eb) => eb.or([eb('j.id', 'is', null), eb('e.journal_id', 'is', null)])),
  },
  {
    name: 'every balance equals its entries',
    offenders: (books) =>
      books
        .selectFrom('account as a')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('entry')
              .select((of) => ['account_id', of.fn.sum<bigint>('amount').as('total')])
              .groupBy('account_id')
              .as('e'),
          (join) => join.onRef('e.account_id', '=', 'a.id'),
        )
        .select((eb) => sql<string>`${eb.ref('a.id')}::text || ' (' || ${eb.ref('a.kind')} || ')'`.as('what'))
        .where((eb) => eb('a.posted', '<>', eb.fn.coalesce('e.total', sql<bigint>`0`))),
  },
  {
    name: 'every entry has an account',
    offenders: (books) =>
      books
        .selectFrom('entry as e')
        .leftJoin('account as a', 'a.id', 'e.account_id')
        .select((eb) => eb.cast<string>('e.account_id', 'text').as('what'))
        .where('a.id', 'is', null),
  },
  {
    // Journals of two transactions may reach an account in another order than that of their ids: a chain, not a sequence.
    // EXCEPT compares the two sets as a whole; a look-up for each entry would take hours on a full ledger.
    name: 'each balance after an entry follows from another entry of the account or from nothing',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('entry')
            .select((of) => ['account_id', of('balance_after', '-', of.ref('amount')).as('before')])
            .whereRef('balance_after', '<>', 'amount')
            .except(eb.selectFrom('entry').select(['account_id', 'balance_after as before']))
            .as('strays'),
        )
        .select((eb) =>
          sql<string>`${eb.ref('strays.account_id')} || ' from ' || ${eb.ref('strays.before')}`.as('what'),
        ),
  },
  {
    name: 'no wallet is below zero or below what it holds',
    offenders: (books) =>
      books
        .selectFrom('account')
        .select((eb) => eb.cast<string>('id', 'text').as('what'))
        .where((eb) => eb.not('allow_negative'))
        .where((eb) => eb.or([eb('posted', '<', eb.ref('held')), eb('held', '<', 0n)])),
  },
  {
    name: 'all accounts together sum to zero',
    offenders: (books) =>
      books
        .selectFrom('account')
        .select((eb) => eb.cast<string>(eb.fn.sum('posted'), 'text').as('what'))
        .having((eb) => eb.fn.sum('posted'), '<>', 0),
  },
]

const OFFENDERS_SHOWN = 5

/** The query for an invariant's first offenders. */
export function firstOffenders(books: Kysely<DB>, invariant: Invariant) {
  const offenders =
    'sql' in invariant ? sql<Offender>`(${sql.raw(invariant.sql)})` : invariant.offenders(books)
  return books.selectFrom(offenders.as('offenders')).select('offenders.what').limit(OFFENDERS_SHOWN)
}

/** @returns a sentence for each broken invariant, with its first offenders; empty when the books are right */
export async function brokenInvariants(on: Queryable, invariants: readonly Invariant[]): Promise<string[]> {
  const broken: string[] = []
  for (const invariant of invariants) {
    const offenders = await firstOffenders(kysely(on), invariant).execute()
    if (offenders.length > 0)
      broken.push(`Broken: ${invariant.name}: ${offenders.map(({ what }) => what).join(', ')}`)
  }
  return broken
}
