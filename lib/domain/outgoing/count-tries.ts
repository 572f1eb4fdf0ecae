import { sql } from 'kysely'
import type { Tx } from '#lib/core/outbox.ts'
import type { OutgoingKind } from './schema.ts'
import type { NotAccepted } from './send-due.ts'

/**
 * Counts refused attempts over all payouts or refunds. If the cause affects all, each turn tries another
 * payout first, so one alone would reach the limit only after hours. Attempts with another HTTP status than
 * the newest do not count.
 */
export async function countTries(tx: Tx, kind: OutgoingKind, code: string): Promise<number> {
  const { tries } = await tx.kysely
    .selectFrom(kind)
    .innerJoin('darajaRequest as newest', 'newest.id', 'attemptId')
    .innerJoin('darajaRequest as d', (join) =>
      join.on((eb) =>
        eb.or([
          eb('d.payoutId', '=', eb.ref('newest.payoutId')),
          eb('d.refundId', '=', eb.ref('newest.refundId')),
        ]),
      ),
    )
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('tries'))
    .where('state', '=', kind === 'payout' ? sql.lit('approved') : sql.lit('requested'))
    .where('resultCode', '=', code)
    .where('d.outcome', '=', 'retry' satisfies NotAccepted['state'])
    .where((eb) => eb('d.createdAt', '>=', eb.ref('triedSince')))
    .where((eb) => eb('d.httpStatus', 'is not distinct from', eb.ref('newest.httpStatus')))
    .executeTakeFirstOrThrow()
  return tries
}
