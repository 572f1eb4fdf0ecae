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
    .updateTable('balanceDifference')
    .set({ closedAt: moment, closedBy: 'explained' })
    .where((eb) => sql<boolean>`'difference-' || ${eb.ref('id')} = ${id}`)
    .where('closedAt', 'is', null)
    .where('amount', '=', amount)
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw differenceChanged()
  await tx.kysely
    .updateTable('balanceBaseline')
    .set((eb) => ({ amount: eb('amount', '+', amount), setAt: moment }))
    .where('account', '=', account)
    .execute()
  return { explained_cents: String(amount) }
}
