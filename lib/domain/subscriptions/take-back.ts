import { sql } from 'kysely'
import { RuleError } from '#lib/core/errors.ts'
import { countRows } from '#lib/core/kysely.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { reverseCredit, type TakeBackBy, type TakenBack } from '#lib/domain/payments/reverse-credit.ts'
import { royaltiesOf } from './policy.ts'

/**
 * Reverses a paid subscription in the caller's transaction: the dancer cannot submit any more, and may pay
 * again. The royalty pool returns its part; once the month's royalties are paid, the platform bears it. The
 * caller has locked the intent and set another state than `credited`.
 * @throws RuleError not_a_subscription, platform_short (409)
 */
export async function takeBackSubscription(tx: Tx, intentId: string, by: TakeBackBy): Promise<TakenBack> {
  const paid = await lockPaid(tx, intentId)
  if (!paid) throw new RuleError('not_a_subscription', 409)
  const { amount, journalId } = paid
  const royalties = (await isShared(tx, paid.challengeId)) ? 0n : royaltiesOf(amount)
  const taken = await reverseCredit(
    tx,
    { intentId, purpose: 'subscription', amount, journalId, royalties },
    by,
  )
  await tx.kysely
    .updateTable('subscription')
    .set({ status: 'failed', isLaunch: false, paidAt: null })
    .where('id', '=', paid.id)
    .execute()
  await emit(tx, membersChanged, { user_ids: [paid.dancerId] })
  if (paid.isLaunch) await emit(tx, publicContentChanged, { what: 'challenge' })
  return taken
}

/** Locks the subscription and the month, as settlement does: the month's close waits. */
function lockPaid(tx: Tx, intentId: string) {
  return tx.kysely
    .selectFrom('subscriptionPayment as p')
    .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .innerJoin('paymentIntent as i', 'i.id', 'p.intentId')
    .innerJoin('journal as j', (join) =>
      join.on((on) => on('j.idempotencyKey', '=', sql<string>`'intent:' || ${on.ref('p.intentId')}`)),
    )
    .select(['s.id', 's.dancerId', 's.isLaunch', 'i.amount', 'j.id as journalId'])
    .select('s.challengeId')
    .where('p.intentId', '=', intentId)
    .forNoKeyUpdate('s')
    .forKeyShare('c')
    .executeTakeFirst()
}

/** Whether the month's royalties are paid. `lockPaid` holds the month, so no close is running. */
async function isShared(tx: Tx, challengeId: string): Promise<boolean> {
  return (
    (await countRows(tx.kysely.selectFrom('royaltyStatement').where('challengeId', '=', challengeId))) > 0
  )
}
