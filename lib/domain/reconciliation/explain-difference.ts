import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { differenceChanged } from './errors.ts'
import type { DifferenceSubject } from './schema.ts'

/**
 * Closes a difference that two people have explained: float was put in, or money was taken to the bank. From then on the
 * account is expected to hold that much beside what the ledger says.
 * @throws RuleError not_possible (409) where it was closed or has another amount meanwhile
 */
export async function explainDifference(
  tx: Tx,
  { id, account, amount }: DifferenceSubject,
): Promise<{ explained_cents: string }> {
  const moment = now()
  const closed = await tx.kysely
    .updateTable('balance_difference')
    .set({ closed_at: moment, closed_by: 'explained' })
    .where((eb) => sql<boolean>`'difference-' || ${eb.ref('id')} = ${id}`)
    .where('closed_at', 'is', null)
    .where('amount', '=', amount)
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw differenceChanged()
  await tx.prisma.balanceBaseline.updateMany({
    where: { account },
    data: { amount: { increment: amount }, setAt: moment },
  })
  return { explained_cents: String(amount) }
}
