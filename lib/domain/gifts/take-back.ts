import { withApiNames } from '#lib/core/api-names.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { holdShares } from '#lib/domain/fraud/share-holds.ts'
import { lockSystemAccounts } from '#lib/domain/ledger/draw.ts'
import { reverseCredit, type TakeBackBy, type TakenBack } from '#lib/domain/payments/reverse-credit.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import { giftJournals } from './gift-journals.ts'

/**
 * Reverses a counted gift in the caller's transaction: its journal is reversed, and its votes leave the video
 * (docs/decisions/0010). The caller has locked the intent and set another state than `credited`.
 * @throws RuleError not_a_gift, platform_short (409)
 */
export async function takeBackGift(tx: Tx, intentId: string, by: TakeBackBy): Promise<TakenBack> {
  const gift = await countedGift(tx, intentId)
  if (!gift) throw new RuleError('not_a_gift', 409)
  const { amount } = gift
  const journals = await giftJournals(tx, intentId)
  const journalId = journals.at(-1)
  // After an even number of journals the gift is reversed.
  if (journalId === undefined || journals.length % 2 === 0) throw new RuleError('not_a_gift', 409)
  // Locks system accounts before wallets, as `reverseCredit` does. `holdShares` ends holds of a signal, so
  // that held shares are reversed too.
  await lockSystemAccounts(tx.client, ['suspense', 'mpesa_collection', 'platform_revenue', 'royalty_pool'])
  await holdShares(tx.client, [gift.videoId])
  const isAgain = journals.length > 1
  const taken = await reverseCredit(tx, { intentId, purpose: 'gift', amount, journalId, isAgain }, by)
  // Balances are locked before the video, as in settlement.
  await uncountVotes(tx, gift)
  return taken
}

type CountedGift = { videoId: string; voteCount: number; amount: Cents }

/** Locks the month as settlement does, so that its close waits for this transaction. */
function countedGift(tx: Tx, intentId: string): Promise<CountedGift | undefined> {
  return tx.kysely
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .innerJoin('challenge as c', 'c.id', 'g.challengeId')
    .select(['g.videoId', 'g.voteCount', 'i.amount'])
    .where('g.intentId', '=', intentId)
    .forKeyShare('c')
    .executeTakeFirst()
}

async function uncountVotes(tx: Tx, { videoId, voteCount }: CountedGift): Promise<void> {
  await tx.kysely.selectFrom('video').select('id').where('id', '=', videoId).forNoKeyUpdate().execute()
  const updates = await tx.kysely
    .updateTable('video as v')
    .set((eb) => ({
      voteCount: eb('v.voteCount', '-', voteCount),
      votesReachedAt: eb
        .selectFrom('gift as g')
        .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
        .select((of) => of.fn.max('i.paidAt').as('at'))
        .whereRef('g.videoId', '=', 'v.id')
        .where('i.state', '=', 'credited'),
    }))
    .where('v.id', '=', videoId)
    .returning(['v.id as videoId', 'v.voteCount'])
    .execute()
  await emit(tx, votesCounted, {
    updates: updates.map((video) => ({ ...withApiNames(video), delta: -voteCount })),
  })
}
