import { type Expression, type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { isOfRefund } from '#lib/domain/refunds/own-reversals.ts'
import type { ReversalSubject, ReversalView } from './schema.ts'

/** SQL: open reversals `v` that people decide about. The worker settles those of our own refunds. */
export const openReversals = (books: Pick<Kysely<DB>, 'selectFrom'>) =>
  books
    .selectFrom('mpesaReversal as v')
    .where('v.closedAt', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('refund as f').select('f.id').where(isOfRefund))))

/** SQL: the open reversal of a receipt, as JSON. */
export const openReversalOf = (books: Kysely<DB>, receipt: Expression<string | null>) =>
  openReversals(books)
    .select((eb) =>
      jsonBuildObject({
        receipt: eb.ref('v.receipt'),
        amount: eb.cast<string>('v.amount', 'text'),
        at: eb.ref('v.reversedAt'),
      }).as('reversal'),
    )
    .where('v.payment', '=', receipt)
    .orderBy('v.createdAt')
    .limit(1)

type ReversalRow = Omit<ReversalView, 'amount' | 'at'> & { amount: string; at: string }

export function toReversal(row: ReversalRow | null): ReversalView | null {
  return row && { ...row, amount: BigInt(row.amount), at: new Date(row.at) }
}

/** Reversals of unknown payments, by `reversal-<receipt>`. */
export async function readReversals(on: Queryable, ids: readonly string[]): Promise<ReversalSubject[]> {
  const found = await kysely(on)
    .selectFrom('mpesaReversal as v')
    .select(['v.receipt', 'v.amount', 'v.phone', 'v.accountReference'])
    .select('v.createdAt as since')
    .select((eb) => [
      sql<string>`'reversal-' || ${eb.ref('v.receipt')}`.as('id'),
      eb
        .and([eb('v.closedAt', 'is', null), eb('v.payment', 'is', null)])
        .$castTo<boolean>()
        .as('isOpen'),
    ])
    .where((eb) => sql<boolean>`'reversal-' || ${eb.ref('v.receipt')} = any(${ids}::text[])`)
    .execute()
  return found.map((row) => ({ ...row, kind: 'reversal', people: [] }))
}
