import { sql } from 'kysely'
import { RuleError } from '#lib/core/errors.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { reverseCredit, type TakeBackBy, type TakenBack } from '#lib/domain/payments/reverse-credit.ts'

/**
 * Reverses a credited top-up in the caller's transaction: the wallet returns the money that it still has. The
 * caller has locked the intent and set another state than `credited`.
 * @throws RuleError not_a_topup, platform_short (409)
 */
export async function takeBackTopup(tx: Tx, intentId: string, by: TakeBackBy): Promise<TakenBack> {
  const topup = await tx.kysely
    .selectFrom('topup as t')
    .innerJoin('paymentIntent as i', 'i.id', 't.intentId')
    .innerJoin('journal as j', (join) =>
      join.on((on) => on('j.idempotencyKey', '=', sql<string>`'intent:' || ${on.ref('t.intentId')}`)),
    )
    .select(['t.ownerId', 'i.amount', 'j.id as journalId'])
    .where('t.intentId', '=', intentId)
    .executeTakeFirst()
  if (!topup) throw new RuleError('not_a_topup', 409)
  const { amount, journalId, ownerId } = topup
  const taken = await reverseCredit(tx, { intentId, purpose: 'topup', amount, journalId }, by)
  await emit(tx, membersChanged, { user_ids: [ownerId] })
  return taken
}
