import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Breaker } from './backoff.ts'
import { FOUND_UNPAID } from './evidence.ts'
import type { OutgoingKind } from './schema.ts'
import type { SubmitOutcome } from './submit-answer.ts'

/**
 * Counts the newest calls in a row whose answers prove nothing. A later acknowledgement, refusal or Result
 * resets the count. Calls that people decide about, after the last query, do not count.
 */
export function readBreaker(on: Queryable, kind: OutgoingKind): Promise<Breaker> {
  const ofKind = kysely(on).selectFrom(kind)
  const provenAt = ofKind
    .select((eb) => eb.fn.max<Date | null>('submittedAt').as('at'))
    .where((eb) =>
      eb.or([
        eb('conversationId', 'is not', null),
        eb('state', '=', sql.lit(kind === 'payout' ? 'paid' : 'done')),
        eb.and([eb('state', '=', sql.lit('failed')), eb('resultCode', '<>', FOUND_UNPAID)]),
      ]),
    )
  return ofKind
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('unproven'),
      eb.fn.max<Date | null>('submittedAt').as('lastAt'),
    ])
    .where('nextCheckAt', 'is not', null)
    .where('state', '=', sql.lit('unknown'))
    .where('conversationId', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('darajaRequest as d')
          .select('d.id')
          .where('d.id', '=', eb.ref('attemptId'))
          // Only calls that M-Pesa left unclear: after a worker's crash there is no outcome.
          .where('d.outcome', '=', 'unknown' satisfies SubmitOutcome['state']),
      ),
    )
    .where((eb) => eb('submittedAt', '>', eb.fn.coalesce(provenAt, sql<Date>`'-infinity'::timestamptz`)))
    .executeTakeFirstOrThrow()
}
