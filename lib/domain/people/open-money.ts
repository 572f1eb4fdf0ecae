import { type AliasedExpression, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { type Books, cells, type SectionRow } from './row.ts'

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

/** Shares of a person's gifts that an open fraud signal holds in the wallet. */
export const heldShares = (on: Books, ownerId: string) =>
  on
    .selectFrom('shareHold as h')
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .innerJoin('gift as g', 'g.intentId', 'h.intentId')
    .select((eb) =>
      cells({
        id: eb.ref('h.intentId'),
        at: eb.ref('h.createdAt'),
        kind: sql.lit('share'),
        state: eb
          .case()
          .when(
            eb.exists(
              eb
                .selectFrom('fraudSignal as s')
                .select('s.id')
                .whereRef('s.videoId', '=', 'g.videoId')
                .where('s.status', '=', sql.lit('escalated'))
                .where(sql<boolean>`${eb.ref('g.intentId')} = any(s.gift_ids)`),
            ),
          )
          .then(sql.lit('escalated'))
          .else(sql.lit('open'))
          .end(),
        amount: eb.ref('h.amount'),
      }),
    )
    .where('a.ownerId', '=', ownerId)
    .where('h.amount', '>', 0n)
    .$castTo<SectionRow>()
