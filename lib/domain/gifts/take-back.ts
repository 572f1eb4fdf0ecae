import { sql } from 'kysely'
import { RuleError } from '#lib/core/errors.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { reverseCredit, type TakeBackBy, type TakenBack } from '#lib/domain/payments/reverse-credit.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'

/**
 * Takes a counted gift back, in the caller's transaction: a journal reverses its own, and its votes leave the video
 * (docs/decisions/0010).
 * The intent is locked by the caller, and no longer `credited`: its votes do not count any more.
 * @throws RuleError not_a_gift, platform_short (409)
 */
export async function takeBackGift(tx: Tx, intentId: string, by: TakeBackBy): Promise<TakenBack> {
  // As settlement does: the month's close waits for what is taken back here, and what waits for the close finds it closed.
  const gift = await countedGift(tx, intentId)
  if (!gift) throw new RuleError('not_a_gift', 409)
  const { amount, journal_id: journalId } = gift
  const taken = await reverseCredit(tx, { intentId, purpose: 'gift', amount, journalId }, by)
  // Balances are locked before the video, as in settlement.
  await uncountVotes(tx, gift)
  return taken
}

type CountedGift = { video_id: string; vote_count: number; amount: Cents; journal_id: bigint }

// As settlement does: the month's close waits for what is taken back here, and what waits for the close finds it closed.
function countedGift(tx: Tx, intentId: string): Promise<CountedGift | undefined> {
  return tx.kysely
    .selectFrom('gift as g')
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .innerJoin('challenge as c', 'c.id', 'g.challenge_id')
    .innerJoin('journal as j', (join) =>
      join.on((on) => on('j.idempotency_key', '=', sql<string>`'intent:' || ${on.ref('g.intent_id')}`)),
    )
    .select(['g.video_id', 'g.vote_count', 'i.amount', 'j.id as journal_id'])
    .where('g.intent_id', '=', intentId)
    .forKeyShare('c')
    .executeTakeFirst()
}

async function uncountVotes(
  tx: Tx,
  { video_id: videoId, vote_count: voteCount }: CountedGift,
): Promise<void> {
  await tx.kysely.selectFrom('video').select('id').where('id', '=', videoId).forNoKeyUpdate().execute()
  const updates = await tx.kysely
    .updateTable('video as v')
    .set((eb) => ({
      vote_count: eb('v.vote_count', '-', voteCount),
      votes_reached_at: eb
        .selectFrom('gift as g')
        .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
        .select((of) => of.fn.max('i.paid_at').as('at'))
        .whereRef('g.video_id', '=', 'v.id')
        .where('i.state', '=', 'credited'),
    }))
    .where('v.id', '=', videoId)
    .returning(['v.id as video_id', 'v.vote_count'])
    .execute()
  await emit(tx, votesCounted, { updates: updates.map((video) => ({ ...video, delta: -voteCount })) })
}
