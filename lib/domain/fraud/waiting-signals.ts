import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'

/** SQL: whether a signal is escalated, or has a proposed action. */
export function needsSuperAdmin(id: Expression<string>, status: Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder<DB, never>()
  const proposed = eb
    .selectFrom('signalAction')
    .select('signalId')
    .where('state', '=', sql.lit('proposed' as const))
  // An array, so that PostgreSQL reads the proposals once.
  return eb.or([eb(status, '=', sql.lit('escalated')), eb(id, '=', sql<string>`any(array(${proposed}))`)])
}

export function countWaitingSignals(): Promise<number> {
  return countRows(waitingSignals())
}

/** Returns when the first of these signals was escalated or its action proposed. */
export async function oldestWaitingSignal(): Promise<Date | null> {
  const { at } = await waitingSignals()
    .leftJoin('signalAction as a', (join) =>
      join.onRef('a.signalId', '=', 's.id').on('a.state', '=', 'proposed'),
    )
    .select((eb) =>
      eb.fn
        .min<Date | null>(
          sql`least(${eb.ref('a.proposedAt')}, CASE WHEN ${eb.ref('s.status')} = 'escalated' THEN ${eb.ref('s.decidedAt')} END)`,
        )
        .as('at'),
    )
    .executeTakeFirstOrThrow()
  return at
}

const waitingSignals = () =>
  kysely(db())
    .selectFrom('fraudSignal as s')
    .where((eb) => needsSuperAdmin(eb.ref('s.id'), eb.ref('s.status')))
    .where((eb) => hasNoHeldDecision(eb.ref('s.id'), 'signal'))
