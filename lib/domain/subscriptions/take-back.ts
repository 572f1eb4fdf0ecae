import { sql } from 'kysely'
import { RuleError } from '#lib/core/errors.ts'
import { countRows } from '#lib/core/kysely.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { reverseCredit, type TakeBackBy, type TakenBack } from '#lib/domain/payments/reverse-credit.ts'
import { royaltiesOf } from './policy.ts'

/**
 * Takes a paid subscription back, in the caller's transaction: the dancer may not dance by it any more, and can pay again. The
 * royalty pool gives back its part while it is not shared out; afterwards the platform bears that as well.
 * The intent is locked by the caller, and no longer `credited`.
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

/** As settlement does, it locks the subscription and makes the month's close wait. */
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

/** Whether the royalties of a month are paid out. Read once its row is locked, so that the close of the month is over. */
async function isShared(tx: Tx, challengeId: string): Promise<boolean> {
  return (
    (await countRows(tx.kysely.selectFrom('royaltyStatement').where('challengeId', '=', challengeId))) > 0
  )
}
