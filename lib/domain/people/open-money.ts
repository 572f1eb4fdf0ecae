import type { AliasedExpression } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import type { SectionRow } from './row.ts'

/** Sums by state: number, amount, and the oldest time. */
export async function sumOpen<Name extends string>(section: Name, rows: AliasedExpression<SectionRow, 'r'>) {
  const found = await kysely(db())
    .selectFrom(rows)
    .select('r.state')
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb.cast<bigint>(eb.fn.sum('r.amount'), 'bigint').as('amount'),
      eb.fn.min('r.at').as('since'),
    ])
    .groupBy('r.state')
    .orderBy('r.state')
    .execute()
  return found.map(({ state, count, amount, since }) => ({
    section,
    state: state ?? '',
    count,
    amount: toShillings(amount),
    since: since.toISOString(),
    due_at: null as string | null,
  }))
}
